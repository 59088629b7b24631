/** What the host does for people, beside a server at work: the use cases, and the command as a program of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../../tests/built-programs.ts';
import { boardOf, log, password, startTestApp } from '../../../tests/test-app.ts';
import { dump } from '../../../tests/database-state.ts';
import { guestOn } from '../../../tests/guests.ts';
import { Stream } from '../../../tests/stream.ts';
import { examine } from '../doctor/doctor.ts';

const testApp = await startTestApp();
const { config, deps } = testApp;

interface Outcome {
  code: unknown;
  out: string;
  err: string;
}

/** The command; `typed` comes through a pipe, which is no terminal. */
async function people(args: readonly string[], { env = {}, typed = '' }: { env?: Record<string, string>; typed?: string } = {}) {
  const child = spawn(process.execPath, [builtProgram('people'), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', NODE_NO_WARNINGS: '1', ...env },
  });
  const outcome: Outcome = { code: undefined, out: '', err: '' };
  child.stdout.on('data', (text) => (outcome.out += text));
  child.stderr.on('data', (text) => (outcome.err += text));
  child.stdin.end(typed);
  [outcome.code] = await once(child, 'close');
  return outcome;
}

/** The lines that a command wrote into the log. */
const logged = ({ err }: Outcome) =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const isSignedIn = async (someone: { tries: (key: 'GET /api/boards') => Promise<{ status: number }> }) =>
  (await someone.tries('GET /api/boards')).status === 200;

describe('the list of accounts', () => {
  it('tells boards, sessions and dates of everybody, those who came first first, and nothing that opens an account', async () => {
    const before = Date.now();
    const [ada, bob] = await testApp.signUpAll('Ada', 'Bob');
    await boardOf(ada, [bob]);
    await ada.elsewhere();
    const { code, out } = await people(['list', '--json']);
    expect(code).toBe(0);
    const listed = JSON.parse(out) as { username: string; memberSince: number; lastSeen: number }[];
    const own = (name: string) => listed.find(({ username }) => username === name);
    expect(own('Ada')).toEqual({ username: 'Ada', memberSince: expect.any(Number), lastSeen: expect.any(Number), boards: 1, sessions: 2 });
    expect(own('Bob')).toMatchObject({ boards: 1, sessions: 1 });
    for (const { memberSince, lastSeen } of listed) {
      expect(memberSince).toBeGreaterThanOrEqual(before);
      expect(lastSeen).toBeGreaterThanOrEqual(memberSince);
    }
    const secrets = Object.values(dump(config.dataDir)).flat();
    for (const row of secrets)
      for (const name of ['hash', 'token_hash', 'email']) if (row[name] !== undefined) expect(out).not.toContain(row[name]);
  });

  it('is a table, whose columns stand under each other', async () => {
    const { code, out } = await people(['list']);
    expect(code).toBe(0);
    const [head = '', ...lines] = out.split('\n');
    // Accounts of one millisecond stand in any order.
    const first = lines.find((line) => line.startsWith('Ada')) ?? '';
    expect(head).toMatch(/^Pseudo +Membre depuis +Vu le +Tableaux +Sessions$/);
    expect(first).toMatch(/^Ada +\d\d\/\d\d\/\d{4} +\d\d\/\d\d\/\d{4} +1 +2$/);
    expect(first).toHaveLength(head.length);
    expect(out).toMatch(/\d+ comptes\n$/);
  });
});

describe('a reset', () => {
  it('prints a link that opens the account once, and no password', async () => {
    const lea = await testApp.signUp('Léa');
    const outcome = await people(['reset', 'LÉA']);
    expect(outcome.code).toBe(0);
    const [, token = ''] = /^http:\/\/localhost:3000\/login#reset=([\w-]{43})&pseudo=L%C3%A9a$/m.exec(outcome.out) ?? [];
    expect(outcome.err).toContain(
      "Sans le réglage ORIGIN, le lien commence par http://localhost:3000 et ne s'ouvre que sur cette machine.",
    );
    expect(logged(outcome)).toEqual([expect.objectContaining({ level: 30, command: 'people reset', links: 1 })]);
    expect(JSON.stringify(logged(outcome))).not.toMatch(/léa|reset=/i);
    const reset = () => testApp.visitor().tries('PUT /api/password', { body: { token, password: 'marée basse 17' } });
    expect(await isSignedIn(lea)).toBe(true);
    expect((await reset()).status).toBe(204);
    expect(await isSignedIn(lea)).toBe(false);
    const signedIn = await testApp.visitor().tries('POST /api/session', { body: { identifier: 'Léa', password: 'marée basse 17' } });
    expect(signedIn.status).toBe(201);
  });

  it('begins the link with ORIGIN', async () => {
    await testApp.signUp('Odile');
    const { out, err } = await people(['reset', 'Odile'], { env: { ORIGIN: 'https://jeu.example.org' } });
    expect(out).toMatch(/^https:\/\/jeu\.example\.org\/login#reset=/m);
    expect(err).not.toContain('ORIGIN');
  });
});

describe('ended sessions', () => {
  it('are refused by the running server from that moment on, in all browsers, and the password stays', async () => {
    const [max, other] = await testApp.signUpAll('Max', 'Autre');
    const elsewhere = await max.elsewhere();
    const outcome = await people(['end-sessions', 'Max']);
    expect(outcome).toMatchObject({ code: 0, out: 'Max : 2 sessions terminées.\n' });
    expect(logged(outcome)).toEqual([expect.objectContaining({ command: 'people end-sessions', sessions: 2 })]);
    expect(await Promise.all([max, elsewhere, other].map(isSignedIn))).toEqual([false, false, true]);
    const again = await testApp.visitor().tries('POST /api/session', { body: { identifier: 'Max', password } });
    expect(again.status).toBe(201);
  });

  it('of a guest are said to be the only way in', async () => {
    const host = await testApp.signUp('Hôte.Invité');
    const guest = await guestOn(testApp, host, await boardOf(host), 'Invitée');
    expect((await people(['end-sessions', 'Invitée'])).out).toBe(
      'Invitée : 1 session terminée.\nInvitée joue sans adresse : seuls un lien de retour de son administrateur ou « npm run people -- reset Invitée » rouvrent sa partie.\n',
    );
    expect(await isSignedIn(guest)).toBe(false);
  });

  it('close their streams on the running server within seconds, and no others', async () => {
    const [zoe, witness] = await testApp.signUpAll('Zoé', 'Témoin');
    const [ending, going] = [await Stream.open(zoe), await Stream.open(witness)];
    for (const stream of [ending, going]) await stream.next('hello');
    await people(['end-sessions', 'Zoé']);
    await ending.end();
    expect(going.closed).toBe(false);
    going.close();
  });
});

describe('a deleted account', () => {
  it('is gone with its boards and sums, also from the screens of others', async () => {
    const [gone, mia] = await testApp.signUpAll('Partant', 'Mia');
    const own = await boardOf(gone, [mia], { title: 'Jardin' });
    const joined = await boardOf(mia, [gone]);
    for (const person of [gone, mia]) for (const board of [own, joined]) await log(person, board, 'breakfast');
    const stream = await Stream.open(mia);
    await stream.next('hello');
    const outcome = await people(['delete', 'Partant', '--yes']);
    expect(outcome.code).toBe(0);
    expect(outcome.out).toBe(
      "Avec le compte de Partant, 1 tableau administré est supprimé, dont 1 que d'autres membres perdent.\nLe compte de Partant est supprimé.\n",
    );
    expect(logged(outcome)).toEqual([expect.objectContaining({ command: 'people delete', accounts: 1, boards: 1 })]);
    expect(JSON.stringify(logged(outcome))).not.toMatch(/partant|jardin/i);
    expect(await isSignedIn(gone)).toBe(false);
    expect((await mia.does('GET /api/session')).user).toMatchObject({ points: 20, boardsCount: 1, actionsCount: 1 });
    expect((await mia.does('GET /api/boards/:boardId', { params: { boardId: joined.id } })).members).toHaveLength(1);
    await stream.until(() => stream.all('gone').some(({ boardId }) => boardId === own.id), 'still shown');
    stream.close();
    expect(await examine(deps)).toEqual([]);
  });

  it('is not deleted where nobody can confirm it, nor by another name', async () => {
    const [ida] = await testApp.signUpAll('Ida');
    const outcome = await people(['delete', 'Ida'], { typed: 'Ida\n' });
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.err).toMatch(/^Supprimer un compte se confirme dans un terminal.* Rien n'a été supprimé\.\n$/);
    expect(await isSignedIn(ida)).toBe(true);
  });
});

describe('what cannot be understood', () => {
  it.concurrent.each<[string, string[], RegExp]>([
    ['no subcommand', [], /^Usage : npm run people -- list \| reset <pseudo> .*\.$/],
    ['an unknown one', ['rename', 'Ada'], /^La commande « rename » n'existe pas ici : list, reset, end-sessions ou delete\.$/],
    ['no username', ['reset'], /^Il manque le pseudo\. Usage : npm run people -- reset <pseudo>$/],
    ['an unknown username', ['end-sessions', 'Nulle.Part'], /^Aucun compte n'a le pseudo « Nulle\.Part » : .*\.$/],
    ['an unknown option', ['list', '--all'], /^Usage : /],
    ['an option of another subcommand', ['reset', 'Ada', '--yes'], /^Usage : npm run people -- reset <pseudo>$/],
  ])('%s is one French sentence and exit code 1', async (_what, args, sentence) => {
    const { code, out, err } = await people(args);
    expect(err.trimEnd()).toMatch(sentence);
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 });
  });

  it('a folder without a database is named, and stays empty', async () => {
    const { code, err } = await people(['list'], { env: { DATA_DIR: `${config.dataDir}/nowhere`, DATABASE_URL: '' } });
    expect({ code, err }).toEqual({ code: 1, err: `Aucune base de données : ${config.dataDir}/nowhere/ou-la-la.db.\n` });
  });

  it('a subcommand explains itself where it is asked to, and does nothing', async () => {
    const { code, out, err } = await people(['delete', '-h']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('npm run people -- delete');
  });
});
