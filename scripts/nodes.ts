// npm run test:nodes [-- VERSION…]: tries the build on every release line of Node that it promises to run on. The newest of each is fetched from
// the npm registry, plays the tests of SQLite, starts the server, signs up, logs, makes a backup, collects garbage and runs doctor. All work
// on one data folder in turn, so that each opens what the others have written. Node 20 and 24 also build the client, each in circumstances of its own, to
// the same bytes, and start the archive of a release on a machine that has nothing but them.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { compareCommands } from '../src/client/legal/verify-recipes.ts';
import { startServer } from '../tests/built-server.ts';
import { breakfast, makeBoard, newActivityId, password, Person } from '../tests/people.ts';
import { archive } from './archive.ts';
import { excerpt, npm, npmOfHere, root, runQuietly } from './commands.mjs';
import { sumsFile } from './file-sums.ts';

const wanted = process.argv.slice(2);
const lines = wanted.length > 0 ? wanted : ['20.19', '22', '24', '26'];

/** In milliseconds, for one step: only what hangs takes longer. */
const patience = 300_000;
const cache = join(root, '.cache', 'nodes');

interface Node {
  version: string;
  /** The folder of its release, with its program and its headers. */
  release: string;
  /** A checkout of its own: the native part of better-sqlite3 fits one line of Node only. */
  checkout: string;
}

/** What each person logs. */
const logs = 20;

/** What must leave no trace in a build. The last of them only root can try: another user. */
const circumstances = [
  { folder: 'ici', umask: '022', env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' } },
  { folder: 'un autre dossier/plus profond', umask: '077', env: { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8' }, user: '65534' },
];

/** Whether each fact held. */
const facts: boolean[] = [];

async function fact(name: string, hold: () => Promise<void>): Promise<void> {
  const start = performance.now();
  const failure: unknown = await hold().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  facts.push(failure === undefined);
  console.log(`${failure === undefined ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (failure !== undefined) console.log(failure instanceof Error ? failure.message : failure);
}

const nodes = (await Promise.all(lines.map(fetchNode))).filter((node) => node !== undefined);
// The older ones compile, which takes longest.
await Promise.all([
  playTests(nodes.filter(({ version }) => isCompiledFor(version))),
  playTests(nodes.filter(({ version }) => !isCompiledFor(version))),
]);
await serveInTurn(nodes);
const bare = nodes.filter(({ version }) => /^2[04]\./.test(version));
await buildEqually(bare);
await startArchive(bare);

const failed = facts.filter((held) => !held).length;
console.log(`${facts.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function isCompiledFor(version: string): boolean {
  return Number.parseInt(version, 10) < 24;
}

/** Undefined, and said so, where there is none to be had. */
async function fetchNode(line: string): Promise<Node | undefined> {
  const folder = join(cache, line);
  const release = join(folder, 'release');
  const program = join(release, 'bin', 'node');
  if (!existsSync(program)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(release, { recursive: true });
    const name = `node-${process.platform}-${process.arch}@${line}`;
    const { code, output } = await npm(['pack', name, '--silent', '--pack-destination', folder], { timeout: patience });
    const fetched = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    if (code !== 0 || fetched === undefined) {
      console.log(`Node ${line} is skipped: the registry does not give ${name} (${output.trim().split('\n').at(-1)}).`);
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
    await succeed('tar', ['-xzf', join(folder, fetched), '-C', release, '--strip-components=1']);
    rmSync(join(folder, fetched));
  }
  const version = (await succeed(program, ['--version'])).trim().replace(/^v/, '');
  return { version, release, checkout: makeCheckout(join(folder, 'checkout')) };
}

/** What is compiled into it stays; the rest is made anew. */
function makeCheckout(checkout: string): string {
  mkdirSync(join(checkout, 'node_modules'), { recursive: true });
  for (const name of ['src', 'tests', 'scripts', 'dist', 'tsconfig']) {
    rmSync(join(checkout, name), { recursive: true, force: true });
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  }
  for (const name of readdirSync(root).filter((file) => /^(package(-lock)?|tsconfig)\.json$|^vite(st)?\.config\.ts$/.test(file)))
    cpSync(join(root, name), join(checkout, name));
  const compiled = join('.cache', 'compiled');
  if (existsSync(join(root, compiled))) cpSync(join(root, compiled), join(checkout, compiled), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const link = join(checkout, 'node_modules', name);
    rmSync(link, { recursive: true, force: true });
    if (name === 'better-sqlite3')
      cpSync(join(root, 'node_modules', name), link, { recursive: true, filter: (file) => !/\/(deps|build)$/.test(file) });
    else if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), link);
  }
  return checkout;
}

async function playTests(several: readonly Node[]): Promise<void> {
  for (const node of several) {
    const { version, checkout } = node;
    await fact(`Node ${version}: the tests of SQLite pass`, async () => {
      const ready = isCompiledFor(version)
        ? 'if (!hasCompiled()) await compile(); putCompiled();'
        : "if (!hasCompiled()) throw new Error('SQLite would be compiled');";
      const script = `const { compile, hasCompiled, putCompiled } = await import('./scripts/install.mjs'); ${ready}`;
      await runOn(node, ['--input-type=module', '--eval', script]);
      await runOn(node, [join(checkout, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'src/server/database/sqlite']);
    });
  }
}

async function serveInTurn(several: readonly Node[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ou-la-la-nodes-'));
  const earlier: string[] = [];
  try {
    for (const node of several) {
      await fact(`Node ${node.version}: the server starts, logs, backs up, survives a garbage collection, and doctor finds nothing`, () =>
        serve(node, dataDir, earlier),
      );
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** `earlier`: the names of those who have logged before, on other Nodes. */
async function serve(node: Node, dataDir: string, earlier: string[]): Promise<void> {
  const { version, release, checkout } = node;
  const collect = "process.on('SIGUSR2', () => { globalThis.gc(); console.log('garbage collected'); })";
  const server = await startServer(
    {},
    {
      node: join(release, 'bin', 'node'),
      build: join(checkout, 'dist', 'server', 'main.js'),
      dataDir,
      nodeArguments: ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(collect)}`],
    },
  );
  try {
    const name = `Joueur${version.replaceAll('.', '')}`;
    const person = await Person.signUp(server, name);
    const { id: boardId, actions } = await makeBoard('Maison', [person], [breakfast]);
    const actionId = actions[0]?.id ?? '';
    for (let count = 0; count < logs; count += 1)
      await person.does('POST /api/boards/:boardId/activities', { params: { boardId }, body: { id: newActivityId(), actionId } });
    earlier.push(name);
    for (const one of earlier) await expectLogged(server, one);
    process.kill(server.pid(), 'SIGUSR2');
    for (let waited = 0; !server.output().includes('garbage collected'); waited += 1) {
      if (waited === patience / 50) throw new Error('no garbage was collected');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await expectLogged(server, name);
    const env = { DATA_DIR: dataDir };
    await runOn(node, [join(checkout, 'dist', 'server', 'backup.js')], env);
    await runOn(node, [join(checkout, 'dist', 'server', 'doctor.js')], env);
    const { code } = await server.stop();
    if (code !== 0) throw new Error(`the server ended with ${code}`);
    const said = server.output().replaceAll('garbage collected', '').trim();
    if (!/^OU LA LA \S+ \(Node \S+\)\nOU LA LA est ouvert : \S+(\n(Seulement|En http)[^\n]+)*$/.test(said))
      throw new Error(`the server said:\n${said}`);
  } finally {
    await server.stop('SIGKILL');
  }
}

async function expectLogged(server: { origin: string }, name: string): Promise<void> {
  const person = new Person(server, name);
  await person.does('POST /api/session', { body: { identifier: name, password } });
  const { boards } = await person.does('GET /api/boards');
  const total = boards[0]?.totalPoints;
  if (total !== logs * breakfast.points) throw new Error(`${name} has ${total} points`);
}

/** Runs a program of the checkout on that Node. */
async function runOn({ release, checkout }: Node, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const bin = join(release, 'bin');
  return await succeed(join(bin, 'node'), args, {
    cwd: checkout,
    env: {
      ...process.env,
      NODE_ENV: '',
      NODE_OPTIONS: '',
      ...env,
      PATH: `${bin}${delimiter}${process.env['PATH']}`,
      // What is compiled is compiled with the headers of this very Node.
      npm_config_nodedir: release,
    },
  });
}

async function succeed(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeout?: number } = {},
): Promise<string> {
  const { code, output } = await runQuietly(program, args, { timeout: patience, ...options });
  if (code !== 0) throw new Error(excerpt(output));
  return output;
}

async function buildEqually(several: readonly Node[]): Promise<void> {
  const expected = sumsOf(root);
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-builds-'));
  chmodSync(folder, 0o755);
  try {
    for (const [index, node] of several.entries()) {
      const { folder: name, umask, env, user } = circumstances[index % circumstances.length] ?? { folder: '', umask: '' };
      await fact(`Node ${node.version}: the client is built to the same bytes in another folder, time zone, locale and umask`, async () => {
        const checkout = join(folder, name);
        copySources(checkout);
        // The build of better-sqlite3 is of no use here, and whether it is there is looked at.
        const compiled = join('.cache', 'compiled');
        if (isCompiledFor(node.version)) cpSync(join(node.checkout, compiled), join(checkout, compiled), { recursive: true });
        const program = join(checkout, '.node');
        cpSync(join(node.release, 'bin', 'node'), program);
        const asUser = user !== undefined && process.getuid?.() === 0;
        if (asUser) await succeed('chown', ['-R', user, checkout]);
        const before = asUser ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
        const command = [...before, program, 'scripts/prepare.mjs', '--build'];
        await succeed('sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...command], {
          cwd: checkout,
          env: { PATH: process.env['PATH'], HOME: checkout, ...env },
          // Beside everything else that .ci/run does, it takes ten times as long as alone.
          timeout: 3 * patience,
        });
        const differing = sumsOf(checkout).filter((line, place) => line !== expected[place]);
        if (differing.length > 0 || expected.length < 100) throw new Error(`other files than those of dist:\n${differing.join('\n')}`);
      });
    }
  } finally {
    // A build that was ended for its time may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
  }
}

/** What a clone has, and the packages that `npm start` installs. */
function copySources(checkout: string): void {
  for (const name of [
    'src',
    'scripts',
    'LICENSE',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'node_modules/.package-lock.json',
  ])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  const installed = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>;
  };
  for (const [path, { dev }] of Object.entries(installed.packages))
    if (!dev && path.lastIndexOf('node_modules/') === 0) cpSync(join(root, path), join(checkout, path), { recursive: true });
}

function sumsOf(checkout: string): string[] {
  return readFileSync(join(checkout, 'dist', 'client', sumsFile), 'utf8').split('\n');
}

async function startArchive(several: readonly Node[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-release-'));
  try {
    const { file } = archive(root, folder, Math.floor(Date.now() / 1000));
    for (const node of several) {
      const own = join(folder, node.version);
      await fact(`Node ${node.version}: the archive of a release starts without building or compiling, and two people play`, () =>
        playArchive(node, file, own),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playArchive(node: Node, file: string, folder: string): Promise<void> {
  const [app, bin, dataDir] = ['app', 'bin', 'data'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(app, { recursive: true });
  await succeed('tar', ['-xzf', file, '-C', app, '--strip-components=1']);
  // All that this machine has: no compiler, no Python, no git.
  mkdirSync(bin);
  symlinkSync(join(node.release, 'bin', 'node'), join(bin, 'node'));
  symlinkSync(npmOfHere(), join(bin, 'npm'));
  symlinkSync('/bin/sh', join(bin, 'sh'));
  const mirror = await startMirror(node);
  const ofNetwork = Object.entries(process.env).filter(([name]) => /^(https?_proxy|no_proxy|node_extra_ca_certs|home)$/i.test(name));
  const env = {
    ...(Object.fromEntries(ofNetwork) as Record<string, string>),
    PATH: bin,
    npm_config_better_sqlite3_binary_host: mirror.origin,
    // Nothing was fetched here before.
    npm_config_cache: join(folder, 'npm'),
  };
  const start = join(app, 'scripts', 'start.mjs');
  const nodeArguments = ['--require', join(app, 'scripts', 'node-version.cjs')];
  const server = await startServer(env, { node: join(bin, 'node'), build: start, dataDir, nodeArguments });
  try {
    const [lea, max] = [await Person.signUp(server, 'Lea'), await Person.signUp(server, 'Max')];
    const { id: boardId, actions } = await makeBoard('Maison', [lea], [breakfast]);
    const { link } = await lea.does('POST /api/boards/:boardId/single-links', { params: { boardId } });
    await max.does('POST /api/invitations/:invitation/acceptance', { params: { invitation: link.token } });
    for (const person of [lea, max])
      await person.does('POST /api/boards/:boardId/activities', {
        params: { boardId },
        body: { id: newActivityId(), actionId: actions[0]?.id ?? '' },
      });
    const compared = compareCommands.join('\n').replace('https://jeu.example.org', server.origin);
    const differing = await succeed('sh', ['-c', compared], { cwd: app });
    if (differing !== '') throw new Error(differing);
    for (const command of ['backup', 'doctor'])
      await succeed(join(bin, 'npm'), ['run', command], { cwd: app, env: { ...env, DATA_DIR: dataDir } });
    const first = server.output();
    if (!first.includes('installation des dépendances') || first.includes('construction')) throw new Error(`the start said:\n${first}`);
    await server.restart();
    const second = server.output().slice(first.length);
    if (second.includes(' · ')) throw new Error(`the second start said:\n${second}`);
    const { boards } = await max.does('GET /api/boards');
    if (boards[0]?.totalPoints !== 2 * breakfast.points) throw new Error(`the board has ${boards[0]?.totalPoints} points`);
    const { code } = await server.stop();
    if (code !== 0) throw new Error(`the server ended with ${code}`);
    const builder = readdirSync(join(app, 'node_modules')).find((name) => /^(vite|rolldown|react)$/.test(name));
    if (builder !== undefined) throw new Error(`${builder} was installed`);
    if (mirror.asked() !== isCompiledFor(node.version)) throw new Error(`the binary of SQLite was asked for: ${mirror.asked()}`);
  } finally {
    await server.stop('SIGKILL');
  }
}

/** Has the binary of better-sqlite3 that its releases have for this Node, as a mirror of them would: here they may be out of reach. */
async function startMirror({ version, checkout }: Node) {
  const archived = join(checkout, '.cache', 'better-sqlite3.tar.gz');
  const binary = 'build/Release/better_sqlite3.node';
  if (isCompiledFor(version)) await succeed('tar', ['-czf', archived, '-C', join(checkout, 'node_modules', 'better-sqlite3'), binary]);
  let asked = false;
  // It ends with this process, however a start fails.
  const server = createServer((_request, reply) => {
    asked = true;
    reply.end(readFileSync(archived));
  });
  await new Promise<void>((resolve) => server.unref().listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
  };
}
