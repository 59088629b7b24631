// npm run test:image: builds the image of the Dockerfile with buildah and tries a container of it with podman on a base
// image that is made here, so that no registry of images is needed: a small Debian (debootstrap) with Node from the npm registry. It and the last image stay in
// .cache/image. Needs root, and `apt-get install -y --no-install-recommends buildah podman runc debootstrap`. Where Debian's docker-compose and
// systemd-analyze are, they read compose.yaml and the unit of systemd as well. Catalogues start the image in other ways, and the scripts of deploy/yunohost run, too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { version } from '../deploy/catalogue/catalogues.ts';
import { freePort } from '../tests/built-server.ts';
import { breakfast, makeBoard, newActivityId, password, Person } from '../tests/people.ts';
import { writeCatalogues } from './catalogue.ts';
import { command, excerpt, root, runQuietly, Stop } from './commands.mjs';
import { base, buildah, hasImage, makeBase, podman, podmanOptions, shared, storage, succeed } from './containers.ts';
import { tryYunohost } from './yunohost.ts';

const confined = [...shared, '--read-only'];
const asInCompose = ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies' | 'optionalDependencies',
  Record<string, string>
>;
// Longer than the 5 s of a stop, and than what a container takes to begin.
const longestStop = 20;

await command(async () => {
  if (process.getuid?.() !== 0) return sayImpossible('À lancer comme root : une image se construit dans une racine à elle.');
  const missing = ['buildah', 'podman', 'runc', 'debootstrap'].filter((name) => spawnSync(name, ['--version']).error);
  if (missing.length > 0)
    return sayImpossible(`Il manque ${missing.join(', ')} : apt-get install -y --no-install-recommends ${missing.join(' ')}`);
  await readUnits();
  const data = mkdtempSync(join(tmpdir(), 'ou-la-la-volume-'));
  try {
    const refused = await whyNotHere();
    if (refused !== undefined) return sayImpossible(refused);
    const before = await hasImage('ou-la-la');
    if (before) await podman('tag', 'ou-la-la', 'ou-la-la:previous');
    console.log('Dockerfile…');
    await buildah('bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '-t', 'ou-la-la', root);
    await lookInside();
    await tryOut(data, before ? 'ou-la-la:previous' : 'ou-la-la');
    await tryCommands(data);
    await tryCatalogues();
    await tryYunohost();
  } finally {
    await runQuietly('podman', [...podmanOptions, 'rm', '--all', '--force']);
    await runQuietly('buildah', [...storage, 'rm', '--all']);
    await runQuietly('podman', [...podmanOptions, 'image', 'prune', '--force']);
    rmSync(data, { recursive: true, force: true });
  }
});

/** Whether this machine lets a container run at all; else why not. */
async function whyNotHere(): Promise<string | undefined> {
  try {
    if (!(await hasImage(base))) await makeBase();
    await podman('run', '--rm', ...confined, ...asInCompose, base, 'node', '--version');
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}

/** With `--where-possible` a machine that cannot run the test fails nothing. */
function sayImpossible(why: string): void {
  if (!process.argv.includes('--where-possible')) throw new Stop(why);
  console.log(`test:image laissé de côté : ${why.trim().split('\n').at(-1)}`);
}

/** What other programs read: each is asked where it is there. */
async function readUnits(): Promise<void> {
  if (spawnSync('docker-compose', ['--version']).error) console.log('compose.yaml n’est pas lu : docker-compose manque.');
  else {
    const { code, output } = await runQuietly('docker-compose', ['-f', 'compose.yaml', 'config', '--quiet']);
    expect(code === 0 && output === '', `Docker Compose lit compose.yaml${output === '' ? '' : `\n${excerpt(output)}`}`);
  }
  if (spawnSync('systemd-analyze', ['--version']).error) console.log('L’unité de systemd n’est pas lue : systemd-analyze manque.');
  else {
    const { code, output } = await runQuietly('systemd-analyze', ['verify', join(root, 'deploy', 'ou-la-la.service')]);
    expect(code === 0 && output === '', `systemd lit deploy/ou-la-la.service${output === '' ? '' : `\n${excerpt(output)}`}`);
  }
}

async function lookInside(): Promise<void> {
  const container = await buildah('from', '--pull-never', 'ou-la-la');
  const mounted = await buildah('mount', container);
  const app = join(mounted, 'app');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const ours = files.filter((path) => !path.startsWith('node_modules/') && !path.startsWith('dist/'));
  const expected = ['LICENSE', 'deploy', 'deploy/health.mjs', 'dist', 'node_modules', 'package.json'];
  expect(ours.sort().join() === expected.join(), `rien que ce qui sert : ${ours.join(', ')}`);
  const { dependencies, devDependencies, optionalDependencies } = packageFile;
  const programs = files.filter((path) => /^dist\/server\/.*\.js$/.test(path)).map((path) => readFileSync(join(app, path), 'utf8'));
  const isImported = (name: string) => programs.some((text) => new RegExp(`(from |import ?\\()["']${name}["'/]`).test(text));
  const packages = files.filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path));
  const needs = new Set(
    packages.flatMap((path) =>
      Object.keys((JSON.parse(readFileSync(join(app, path), 'utf8')) as Partial<typeof packageFile>).dependencies ?? {}),
    ),
  );
  const inVain = [
    ...Object.keys(dependencies).filter((name) => !isImported(name)),
    // The tests use some packages that an imported one needs as well.
    ...Object.keys({ ...devDependencies, ...optionalDependencies }).filter((name) => !needs.has(name)),
    'rolldown',
  ].filter((name) => existsSync(join(app, 'node_modules', name, 'package.json')));
  expect(inVain.length === 0, `aucun paquet que le serveur n’importe pas${inVain.map((name) => ` ${name}`).join('')}`);
  const compilers = ['gcc', 'g++', 'cc', 'make', 'python3'].map((name) => `usr/bin/${name}`);
  const npms = ['npm', 'npx', 'corepack'].map((name) => `usr/local/bin/${name}`);
  const there = [...compilers, ...npms, 'usr/local/lib/node_modules'].filter((path) => existsSync(join(mounted, path)));
  expect(there.length === 0, `ni compilateur, ni npm${there.map((path) => ` ${path}`).join('')}`);
  // Those of the server name the lines of a stack, without the sources.
  const maps = files.filter((path) => path.endsWith('.map'));
  const leaking = maps.filter(
    (path) => !path.startsWith('dist/server/') || readFileSync(join(app, path), 'utf8').includes('"sourcesContent"'),
  );
  const sources = files.filter((path) => /^dist\/.*\.tsx?$|\.test\./.test(path) && !path.startsWith('node_modules/'));
  expect(leaking.length + sources.length === 0, `aucune source${[...leaking, ...sources].map((path) => ` ${path}`).join('')}`);
  const secrets = files.filter((name) => /(^|\/)(\.env.*|.*\.env|master\.key|\.npmrc|.*\.db)$/.test(name));
  expect(secrets.length === 0 && readdirSync(join(mounted, 'data')).length === 0, `aucun secret ni donnée${secrets.join()}`);
  await buildah('rm', container);
  const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', 'ou-la-la'));
  const ofBase = Number(await podman('image', 'inspect', '--format', '{{.Size}}', base));
  console.log(`  ${(bytes / 1e6).toFixed(0)} Mo, dont ${(ofBase / 1e6).toFixed(0)} Mo de sa base avec npm`);
}

interface Container {
  name: string;
  origin: string;
}

/** `earlier`: the image that has written the volume before. */
async function tryOut(data: string, earlier: string): Promise<void> {
  await succeed('chown', ['1000:1000', data]);
  const first = await start(earlier, data);
  const lea = await Person.signUp(first, 'Lea');
  const board = await makeBoard('Maison', [lea], [breakfast]);
  const logged = { boardId: board.id, actionId: board.actions[0]?.id ?? '', count: 0 };
  await logFor(first, lea, logged, 500);
  await stop(first);

  const second = await start('ou-la-la', data);
  await expectLogged(second, logged, 'une image ouvre ce que la précédente a écrit');
  const process1 = await podman('inspect', '--format', '{{.State.Pid}}', second.name);
  expect(readFileSync(`/proc/${process1}/status`, 'utf8').includes('Uid:\t1000'), 'elle ne tourne pas comme root');
  const written = ['/app/x', '/etc/x'].filter((path) => execIn(second, [], ['touch', path]).status === 0);
  expect(written.length === 0, 'sa racine ne s’écrit pas');
  expect(readdirSync(data).includes('master.key'), 'ses données sont dans le volume');
  expect((await fetch(`${second.origin}/`)).status === 200, 'la page est servie');
  expect(await isHealthy(second), 'elle va bien');
  await podman('kill', '--signal', 'STOP', second.name);
  expect(!(await isHealthy(second)), 'serveur arrêté : elle ne va plus bien');
  await podman('kill', '--signal', 'CONT', second.name);
  const logging = logFor(second, lea, logged, 2000);
  await pause(1000);
  await podman('kill', '--signal', 'KILL', second.name);
  await logging;

  const third = await start('ou-la-la', data);
  await expectLogged(third, logged, 'tuée puis relancée, rien n’est perdu');
  const still = logFor(third, lea, logged, 2000);
  await pause(1000);
  const milliseconds = await stop(third);
  await still;
  expect(milliseconds < 5000 + 1000, `SIGTERM l’arrête en ${(milliseconds / 1000).toFixed(1)} s, avec le code 0`);
  const fourth = await start('ou-la-la', data);
  await expectLogged(fourth, logged, 'et rien n’est perdu non plus');
  await stop(fourth);
}

/** The commands of docs/operating.md, beside the server that works, as its user and as root; those that need it stopped, in a container of their own. */
async function tryCommands(data: string): Promise<void> {
  // Without its rights root could not even read what belongs to the server: compose.yaml takes them away.
  const server = await start('ou-la-la', data, []);
  const programs = Object.values(packageFile.scripts).flatMap((line) => /scripts\/start\.mjs ([\w-]+)$/.exec(line)?.[1] ?? []);
  const mute = programs.filter((name) => {
    const { status, stdout } = execIn(server, [], ['node', `dist/server/${name}.js`, '--help']);
    return status !== 0 || !stdout.startsWith('Usage : ');
  });
  expect(mute.length === 0, `chaque commande dit ce qu’elle fait (${programs.length})${mute.map((name) => ` sauf ${name}`).join('')}`);

  for (const [who, options] of [
    ['le serveur', []],
    ['root', ['--user', '0']],
  ] as const) {
    const work = (name: string, ...args: string[]) => {
      const { status, stdout, stderr } = execIn(server, options, ['node', `dist/server/${name}.js`, ...args]);
      expect(status === 0, `${[name, ...args].join(' ')}, comme ${who}${status === 0 ? '' : ` : code ${status}\n${stdout}${stderr}`}`);
      return stdout;
    };
    work('doctor');
    work('stats');
    work('people', 'list', '--json');
    work('rotate-key');
    const [, made = ''] = /^Sauvegarde : (\S+)/.exec(work('backup', '/data/backups', '--keep', '3')) ?? [];
    work('backup', '--check', made);
    for (const [name, ...args] of [
      ['restore', '--force', made],
      ['move-database', '--from', '/data/ou-la-la.db', '--to', '/data/moved/ou-la-la.db'],
    ]) {
      const { status, stderr } = execIn(server, options, ['node', `dist/server/${name}.js`, ...args]);
      expect(status === 1 && /^.*serveur.*\n$/.test(stderr), `${name} est refusée tant que le serveur travaille : ${stderr.trim()}`);
    }
  }
  const foreign = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(data, path)).uid !== 1000);
  expect(foreign.length === 0, `ce que root a fait appartient au serveur${foreign.map((path) => ` sauf ${path}`).join('')}`);
  expect(await isHealthy(server), 'le serveur va toujours bien');
  const newest = readdirSync(join(data, 'backups')).sort().at(-1) ?? '';
  await stop(server);
  const alone = (...args: string[]) => podman('run', '--rm', ...confined, '-v', `${data}:/data`, 'ou-la-la', 'node', ...args);
  const restored = await alone('dist/server/restore.js', '--force', `/data/backups/${newest}`);
  expect(restored.endsWith('tout y est juste.'), `serveur arrêté, restore : ${restored}`);
  const moved = await alone('dist/server/move-database.js', '--from', '/data/ou-la-la.db', '--to', '/data/moved/ou-la-la.db');
  expect(existsSync(join(data, 'moved', 'ou-la-la.db')), `move-database : ${moved}`);
  await stop(await start('ou-la-la', data));
}

/** What catalogues ask of the image that compose.yaml does not: other users, on folders that others made. */
async function tryCatalogues(): Promise<void> {
  const made = mkdtempSync(join(tmpdir(), 'ou-la-la-catalogue-'));
  const folders: string[] = [];
  const folderOf = async (owner: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-volume-'));
    folders.push(folder);
    await succeed('chown', [owner, folder]);
    await succeed('chmod', ['755', folder]);
    return folder;
  };
  try {
    const image = `maison.home.arpa/ou-la-la:${version}@sha256:${'0'.repeat(64)}`;
    const address = 'https://maison.home.arpa';
    const said = { image, site: address, repository: address, support: address, author: 'Léa' };
    writeCatalogues(made, ['casaos', 'unraid', 'home-assistant'], said);
    const read = (path: string) => readFileSync(join(made, path), 'utf8');

    const { services } = parse(read('casaos/Apps/OuLaLa/docker-compose.yml')) as {
      services: Record<string, { user: string; cap_drop: string[]; cap_add: string[] }>;
    };
    const { user = '', cap_drop: dropped = [], cap_add: added = [] } = services['ou-la-la'] ?? {};
    const rights = ['--user', user, ...dropped.flatMap((one) => ['--cap-drop', one]), ...added.flatMap((one) => ['--cap-add', one])];
    for (const owner of ['0:0', '1000:1000']) {
      const casaos = await start('ou-la-la', await folderOf(owner), rights);
      await Person.signUp(casaos, 'Lea');
      await stop(casaos);
      expect(true, `comme CasaOS la lance, dans un dossier de ${owner}`);
    }

    const [, parameters = ''] = /<ExtraParams>(.*)<\/ExtraParams>/.exec(read('unraid/ou-la-la.xml')) ?? [];
    const unraid = await start('ou-la-la', await folderOf('99:100'), parameters.split(' '));
    await Person.signUp(unraid, 'Lea');
    await stop(unraid);
    expect(true, `comme Unraid la lance : ${parameters}`);

    // The Supervisor builds on the image by its digest; here on the one that lies beside.
    const context = join(made, 'home-assistant', 'ou-la-la');
    writeFileSync(join(context, 'Dockerfile'), read('home-assistant/ou-la-la/Dockerfile').replace(image, 'ou-la-la'));
    await buildah('bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '-t', 'ou-la-la-home-assistant', context);
    const folder = await folderOf('0:0');
    writeFileSync(join(folder, 'options.json'), JSON.stringify({ TRUST_PROXY: false, SIGN_UPS: 'closed' }), { mode: 0o600 });
    const supervised = await start('ou-la-la-home-assistant', folder, []);
    const process1 = await podman('inspect', '--format', '{{.State.Pid}}', supervised.name);
    expect(
      readFileSync(`/proc/${process1}/status`, 'utf8').includes('Uid:\t1000\t1000\t1000\t1000'),
      'l’app de Home Assistant quitte root',
    );
    await Person.signUp(supervised, 'Lea');
    const refused = await new Person(supervised, 'Max').tries('POST /api/accounts', {
      body: { username: 'Max', email: 'max@exemple.fr', password },
    });
    expect(refused.status === 403, `et lit ses options (SIGN_UPS=closed : ${refused.status})`);
    await stop(supervised);
    // As after a backup that was restored.
    await succeed('chown', ['-R', '0:0', folder]);
    const again = await start('ou-la-la-home-assistant', folder, []);
    await new Person(again, 'Lea').does('POST /api/session', { body: { identifier: 'Lea', password } });
    await stop(again);
    expect(true, 'et retrouve ses données, à qui qu’elles soient');
  } finally {
    for (const folder of [made, ...folders]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a container as `docker run --read-only -v …:/data` would, on a port of this machine, and waits until its health check succeeds. */
async function start(image: string, data: string, rights = asInCompose): Promise<Container> {
  const port = await freePort();
  const name = `ou-la-la-${port}`;
  await podman(
    'run',
    '--detach',
    '--name',
    name,
    ...confined,
    ...rights,
    '-e',
    `PORT=${port}`,
    '-e',
    'HOST=127.0.0.1',
    '-v',
    `${data}:/data`,
    image,
  );
  const container = { name, origin: `http://127.0.0.1:${port}` };
  for (let tries = 0; !(await isHealthy(container)); tries += 1) {
    if (tries === 100) throw new Stop(`Le serveur ne répond pas :\n${await podman('logs', name)}`);
    await pause(200);
  }
  return container;
}

/** Returns how long it took, in milliseconds. */
async function stop({ name }: Container): Promise<number> {
  const begun = performance.now();
  await podman('stop', '--time', String(longestStop), name);
  const milliseconds = performance.now() - begun;
  const code = await podman('inspect', '--format', '{{.State.ExitCode}}', name);
  if (code !== '0') throw new Stop(`SIGTERM : code ${code}\n${await podman('logs', name)}`);
  return milliseconds;
}

async function isHealthy({ name }: Container): Promise<boolean> {
  return (await runQuietly('podman', [...podmanOptions, 'healthcheck', 'run', name])).code === 0;
}

function execIn({ name }: Container, options: readonly string[], line: readonly string[]) {
  return spawnSync('podman', [...podmanOptions, 'exec', ...options, name, ...line], { encoding: 'utf8' });
}

/** Logs until the server is gone or the time is over, and counts what was acknowledged. */
async function logFor(
  server: Container,
  { cookie }: Person,
  logged: { boardId: string; actionId: string; count: number },
  milliseconds: number,
): Promise<void> {
  const person = new Person(server, 'Lea');
  person.cookie = cookie;
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const { boardId, actionId } = logged;
    const answer = await person
      .tries('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: newActivityId(), actionId } })
      .catch(() => undefined);
    if (answer?.status !== 201) return;
    logged.count += 1;
  }
}

/** At least what was acknowledged, and at most the one call more that was not answered any more; what there is counts from now on. */
async function expectLogged(server: Container, logged: { boardId: string; count: number }, what: string): Promise<void> {
  const person = new Person(server, 'Lea');
  await person.does('POST /api/session', { body: { identifier: 'Lea', password } });
  const opened = await person.does('GET /api/boards/:boardId', { params: { boardId: logged.boardId } });
  const found = opened.board.totalPoints / breakfast.points;
  expect(found === logged.count || found === logged.count + 1, `${what} (${found} actions)`);
  logged.count = found;
}

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Stop(`Non : ${what}.`);
  console.log(`  ${what}`);
}
