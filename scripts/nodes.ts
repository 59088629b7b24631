// npm run test:nodes [-- VERSION…]: tries the build on every release line of Node that it promises to run on. The newest of each is fetched from
// the npm registry, plays the tests of SQLite, starts the server, signs up, logs, makes a backup, collects garbage and runs doctor. All work
// on one data folder in turn, so that each opens what the others have written.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startServer } from '../tests/built-server.ts';
import { breakfast, makeBoard, newActivityId, password, Person } from '../tests/people.ts';
import { excerpt, npm, root, runQuietly } from './commands.mjs';

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
    const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    if (code !== 0 || archive === undefined) {
      console.log(`Node ${line} is skipped: the registry does not give ${name} (${output.trim().split('\n').at(-1)}).`);
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
    await succeed('tar', ['-xzf', join(folder, archive), '-C', release, '--strip-components=1']);
    rmSync(join(folder, archive));
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

async function succeed(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<string> {
  const { code, output } = await runQuietly(program, args, { timeout: patience, ...options });
  if (code !== 0) throw new Error(excerpt(output));
  return output;
}
