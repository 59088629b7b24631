/** `npm run people -- list | reset <pseudo> | end-sessions <pseudo> | delete <pseudo>`: what only the host can do for people (decision D45). */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { WrongSetting } from '#server/config/config';
import type { Deps } from '#server/deps';
import { Refusal } from '#server/errors/refusal';
import {
  boardsGoingWith,
  deletePerson,
  findPerson,
  type ListedPerson,
  listPeople,
  makeResetLink,
  signOutEverywhere,
} from '#server/people/people';
import { usernameKey } from '#shared/account-rules';
import { besideServers, type CommandLog, eraseDeleted } from './beside-servers.ts';
import { runCommand } from './run-command.ts';

const subcommands = {
  list: {
    usage: 'npm run people -- list [--json]',
    help: [
      'Dresse la liste des comptes : pseudo, membre depuis, vu la dernière fois (au jour près), tableaux, sessions ouvertes.',
      '  --json    un tableau JSON, pour un programme ; les dates en millisecondes depuis 1970',
    ],
  },
  reset: {
    usage: 'npm run people -- reset <pseudo>',
    help: [
      'Affiche un lien par lequel cette personne choisit un nouveau mot de passe, comme celui du mail de « Mot de passe oublié ».',
      "Il vaut une heure et ne sert qu'une fois. Donnez-le à cette personne seule : il ouvre son compte.",
    ],
  },
  'end-sessions': {
    usage: 'npm run people -- end-sessions <pseudo>',
    help: [
      'Déconnecte cette personne de tous ses appareils, aussitôt. Son mot de passe reste le même.',
      "Qui joue sans adresse n'a rien d'autre pour revenir.",
    ],
  },
  delete: {
    usage: 'npm run people -- delete <pseudo> [--yes]',
    help: [
      "Supprime ce compte comme « Supprimer le compte » dans l'application : tout ce que la personne a fait, et les tableaux qu'elle administre.",
      'Il faut taper le pseudo pour confirmer.',
      '  --yes    ne demande rien',
    ],
  },
} as const;

type Subcommand = keyof typeof subcommands;
type Options = Readonly<{ json: boolean; yes: boolean }>;

const synopsis = 'Usage : npm run people -- list | reset <pseudo> | end-sessions <pseudo> | delete <pseudo>';
const usage = `${synopsis} ; --help en dit plus.`;

const columns = ['Pseudo', 'Membre depuis', 'Vu le', 'Tableaux', 'Sessions'] as const;

const sentences: Partial<Record<Refusal['code'], string>> = {
  no_user_logged_in: "Ce compte vient d'être supprimé.",
  boards_changed: "Les tableaux de cette personne viennent de changer : relancez la commande. Rien n'a été supprimé.",
};

const asked = readArguments();
if (asked.isHelp) console.log(helpOf(asked.subcommand));
else
  await runCommand(async (config) => {
    const { failure, subcommand, username, options } = asked;
    if (failure !== undefined || subcommand === undefined) throw new WrongSetting(failure ?? usage);
    if (subcommand === 'delete' && !options.yes && !process.stdin.isTTY) {
      throw new WrongSetting(
        "Supprimer un compte se confirme dans un terminal : lancez la commande dans le vôtre, ou ajoutez --yes. Rien n'a été supprimé.",
      );
    }
    await besideServers(config, async (deps, log) => {
      if (subcommand === 'list') await list(deps, log, options);
      else await actOn(subcommand, username ?? '', deps, log, options);
    });
  });

async function list(deps: Deps, log: CommandLog, { json }: Options): Promise<void> {
  const people = await listPeople(deps);
  if (json) console.log(JSON.stringify(people, null, 2));
  else console.log(tableOf(people));
  log.info({ command: 'people list', people: people.length }, 'the host listed the accounts');
}

async function actOn(subcommand: Exclude<Subcommand, 'list'>, username: string, deps: Deps, log: CommandLog, options: Options) {
  const person = await findPerson(deps, username);
  if (!person) throw new WrongSetting(`Aucun compte n'a le pseudo « ${username} » : npm run people -- list les montre tous.`);
  try {
    if (subcommand === 'reset') await reset(deps, log, person);
    else if (subcommand === 'end-sessions') await endSessions(deps, log, person);
    else await remove(deps, log, person, options);
  } catch (failure) {
    throw failure instanceof Refusal ? new WrongSetting(sentences[failure.code] ?? failure.body.message) : failure;
  }
}

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

async function reset(deps: Deps, log: CommandLog, { id, username }: Person): Promise<void> {
  const { link, expiresAt } = await makeResetLink(deps, id);
  console.log(`Lien de ${username} pour choisir un nouveau mot de passe, valable une fois et jusqu'à ${clockTime(expiresAt)} :`);
  console.log(link);
  if (deps.config.origin === undefined)
    console.error(`Sans le réglage ORIGIN, le lien commence par ${deps.origin} et ne s'ouvre que sur cette machine.`);
  log.info({ command: 'people reset', links: 1 }, 'the host made a link for a new password');
}

async function endSessions(deps: Deps, log: CommandLog, { id, username }: Person): Promise<void> {
  const { sessions, isOfGuest } = await signOutEverywhere(deps, id);
  console.log(`${username} : ${counted(sessions, 'session terminée', 'sessions terminées')}.`);
  if (isOfGuest)
    console.log(
      `${username} joue sans adresse : seuls un lien de retour de son administrateur ou « npm run people -- reset ${username} » rouvrent sa partie.`,
    );
  log.info({ command: 'people end-sessions', sessions }, 'the host ended the sessions of an account');
}

async function remove(deps: Deps, log: CommandLog, { id, username }: Person, { yes }: Options): Promise<void> {
  const { boards, shared } = await boardsGoingWith(deps, id);
  const lost = shared === 0 ? '' : `, dont ${shared} que d'autres membres perdent`;
  const going = counted(boards.length, 'tableau administré est supprimé', 'tableaux administrés sont supprimés');
  console.log(`Avec le compte de ${username}, ${going}${lost}.`);
  if (!yes) await confirm(username);
  await deletePerson(deps, id, boards);
  await eraseDeleted(deps);
  console.log(`Le compte de ${username} est supprimé.`);
  log.info({ command: 'people delete', accounts: 1, boards: boards.length }, 'the host deleted an account');
}

async function confirm(username: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const typed = await Promise.race([terminal.question('Tapez le pseudo pour tout supprimer : '), ended]);
    if (usernameKey(typed.trim()) !== usernameKey(username)) throw new WrongSetting("Ce n'est pas le pseudo : rien n'a été supprimé.");
  } finally {
    terminal.close();
  }
}

function tableOf(people: readonly ListedPerson[]): string {
  const rows = people.map(({ username, memberSince, lastSeen, boards, sessions }) => [
    username,
    calendarDate(memberSince),
    calendarDate(lastSeen),
    String(boards),
    String(sessions),
  ]);
  const widths = columns.map((title, index) => Math.max(...[[...columns], ...rows].map((row) => widthOf(row[index] ?? title))));
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        return index < 3 ? text + space : space + text;
      })
      .join('  ')
      .trimEnd();
  return [lineOf(columns), ...rows.map(lineOf), counted(people.length, 'compte', 'comptes')].join('\n');
}

/** In letters as they are drawn: marks are drawn on the letter before. */
function widthOf(text: string): number {
  return Array.from(new Intl.Segmenter('fr').segment(text)).length;
}

function calendarDate(time: number): string {
  return new Date(time).toLocaleDateString('fr', { day: '2-digit', month: '2-digit', year: 'numeric' });
}

function clockTime(time: number): string {
  return new Date(time).toLocaleTimeString('fr', { hour: '2-digit', minute: '2-digit' });
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString('fr')} ${count > 1 ? several : one}`;
}

function helpOf(subcommand: Subcommand | undefined): string {
  if (subcommand === undefined) {
    const all = Object.values(subcommands).flatMap((one) => ['', one.usage, ...one.help.map((line) => `  ${line}`)]);
    return [synopsis, '', 'Les comptes de cette installation. La commande travaille pendant que le serveur tourne.', ...all].join('\n');
  }
  const { usage: own, help } = subcommands[subcommand];
  return [`Usage : ${own}`, '', ...help].join('\n');
}

interface Asked {
  isHelp: boolean;
  subcommand?: Subcommand | undefined;
  username?: string | undefined;
  options: Options;
  /** What is wrong with what was typed. */
  failure?: string | undefined;
}

function readArguments(): Asked {
  const options = { json: false, yes: false };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [name, username, ...others] = positionals;
    const subcommand = isSubcommand(name) ? name : undefined;
    if (values.help) return { isHelp: true, subcommand, options };
    if (name !== undefined && subcommand === undefined)
      return { isHelp: false, options, failure: `La commande « ${name} » n'existe pas ici : list, reset, end-sessions ou delete.` };
    if (subcommand === undefined) return { isHelp: false, options, failure: usage };
    const failure = wrongIn(subcommand, username, others.length > 0, values);
    return { isHelp: false, subcommand, username, options: { json: values.json, yes: values.yes }, failure };
  } catch {
    return { isHelp: false, options, failure: usage };
  }
}

function wrongIn(subcommand: Subcommand, username: string | undefined, isMore: boolean, { json, yes }: Options): string | undefined {
  const own = `Usage : ${subcommands[subcommand].usage}`;
  if (subcommand !== 'list' && username === undefined) return `Il manque le pseudo. ${own}`;
  const isTooMuch = isMore || (subcommand === 'list' && username !== undefined);
  return isTooMuch || (json && subcommand !== 'list') || (yes && subcommand !== 'delete') ? own : undefined;
}

function isSubcommand(name: string | undefined): name is Subcommand {
  return name !== undefined && Object.hasOwn(subcommands, name);
}
