/** `npm run import -- <export.json> --pseudo <pseudo>`: brings a person's export to their account here. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listAchievements } from '#server/achievements/achievement-store';
import { WrongSetting } from '#server/config/config';
import type { Deps } from '#server/deps';
import { Refusal } from '#server/errors/refusal';
import { importBoards, type Imported } from '#server/importing/import-boards';
import { type Import, readExport, WrongExport } from '#server/importing/read-export';
import { findPerson } from '#server/people/people';
import type { UserId } from '#shared/ids';
import { besideServers } from './beside-servers.ts';
import { progressBar } from './progress-bar.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage : npm run import -- <export.json> --pseudo <pseudo>';
const help = [
  usage,
  '',
  "Apporte au compte de ce pseudo, ici, ce que « Exporter mes données » a donné ailleurs : les tableaux que la personne y administrait, avec leurs actions, et ce qu'elle y a noté.",
  "Le serveur peut tourner. Interrompue, relancez la commande : rien n'est compté deux fois. À la fin elle dit ce qui ne peut pas venir.",
].join('\n');

/** In bytes. Some half a million activities. */
const largest = 128 * 1024 * 1024;

const asked = readArguments();
if (asked === 'help') console.log(help);
else
  await runCommand(async (config) => {
    if (asked === undefined) throw new WrongSetting(`${usage} ; --help en dit plus.`);
    const found = read(resolve(asked.file));
    await besideServers(config, async (deps, log) => {
      const person = await findPerson(deps, asked.username);
      if (!person) throw new WrongSetting(`Aucun compte n'a le pseudo « ${asked.username} » ici : la personne s'inscrit d'abord.`);
      console.log(`De l'export${found.username === '' ? '' : ` de ${found.username}`} au compte de ${person.username} :`);
      const imported = await importBoards(deps, person.id, found, progressBar()).catch((failure: unknown) => {
        if (failure instanceof WrongExport) throw new WrongSetting(failure.message);
        throw failure instanceof Refusal ? new WrongSetting(stopped(failure)) : failure;
      });
      if (process.stdout.isTTY) console.log();
      for (const line of reportOf(found, imported, await missing(deps, person.id, found))) console.log(line);
      log.info({ command: 'import', ...imported.new }, 'the host imported an export');
    });
  });

function read(file: string): Import {
  if (statSync(file).size > largest)
    throw new WrongSetting(`${file} est trop grand pour un export : ${largest / 1024 / 1024} Mo au plus. Rien n'est importé.`);
  try {
    return readExport(readFileSync(file));
  } catch (failure) {
    throw failure instanceof WrongExport ? new WrongSetting(failure.message) : failure;
  }
}

function stopped({ code, body }: Refusal): string {
  const why = code === 'no_user_logged_in' ? "Ce compte vient d'être supprimé." : body.message;
  return `\n${why} Ce qui est déjà venu reste ; relancez la commande pour la suite.`;
}

/** How many achievements of the export the person does not have here. */
async function missing({ database }: Deps, userId: UserId, { achievements }: Import): Promise<number> {
  const here = new Set<string>((await listAchievements(database.read, userId)).map(({ achievement_id }) => achievement_id));
  return achievements.filter(({ id }) => !here.has(id)).length;
}

function reportOf(found: Import, imported: Imported, missingAchievements: number): string[] {
  const { new: came, known, gone } = imported;
  const { left } = found;
  const lines = [
    `Venus : ${counted(came.boards, 'tableau', 'tableaux')}, ${counted(came.actions, 'action', 'actions')}, ${counted(came.activities, 'activité', 'activités')}${came.favourites > 0 ? `, ${counted(came.favourites, 'favori', 'favoris')}` : ''}.`,
  ];
  if (known.boards > 0)
    lines.push(`Déjà là : ${counted(known.boards, 'tableau', 'tableaux')}, ${counted(known.activities, 'activité', 'activités')}.`);
  if (!found.hasActions && found.boards.length > 0)
    lines.push(
      "Les actions ne sont pas dans cet export, d'une version antérieure : elles sont refaites d'après les activités, sans leur catégorie.",
    );
  if (found.cleaned > 0)
    lines.push(
      `${counted(found.cleaned, 'texte vient sans ses signes invisibles ou ses accents empilés', 'textes viennent sans leurs signes invisibles ou leurs accents empilés')}.`,
    );
  const stays = [
    [gone, 'tableau déjà venu, puis supprimé ou quitté ici', 'tableaux déjà venus, puis supprimés ou quittés ici'],
    [left.boards, "tableau que quelqu'un d'autre administre", "tableaux que d'autres administrent"],
    [
      left.activities,
      'activité notée sur un tel tableau ou un tableau quitté',
      'activités notées sur de tels tableaux ou des tableaux quittés',
    ],
    [left.undone, "annulation d'une activité de quelqu'un d'autre", "annulations d'activités d'autres membres"],
    [left.reactions, 'réaction', 'réactions'],
    [left.favourites, "favori d'une action qui ne vient pas", "favoris d'actions qui ne viennent pas"],
    [left.proposals, 'proposition', 'propositions'],
    [left.requests, 'demande ou invitation', 'demandes ou invitations'],
    [left.blocked, 'personne bloquée', 'personnes bloquées'],
    [missingAchievements, "succès qui tient à d'autres personnes ou tableaux", "succès qui tiennent à d'autres personnes ou tableaux"],
  ] as const;
  lines.push('Ne viennent pas :');
  for (const [count, one, several] of stays) if (count > 0) lines.push(`  - ${counted(count, one, several)}`);
  lines.push(
    "  - ce qui n'est pas dans un export : les autres membres, ce qu'ils ont fait, les réactions reçues, les actions retirées",
    '  - le compte lui-même : pseudo, avatar, e-mail, mot de passe, réglages et appareils sont ceux du compte ici',
  );
  return lines;
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString('fr')} ${count > 1 ? several : one}`;
}

function readArguments(): { file: string; username: string } | 'help' | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { pseudo: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    if (values.help) return 'help';
    const [file, ...others] = positionals;
    return file === undefined || others.length > 0 || values.pseudo === undefined ? undefined : { file, username: values.pseudo };
  } catch {
    return undefined;
  }
}
