// @ts-check
// npm run test:dockerfile: carries the steps of the Dockerfile out one by one on clean Debian roots, then starts what they made as the
// container would: without being root, on a root that is read-only, as the first process. For machines without Docker: it shows that the
// steps are right, not that Docker was run. Needs root, debootstrap and some 2 GB in the folder of temporary files;
// DEBIAN_ROOT names a root that debootstrap has made before.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { command, root as context, Stop } from './commands.mjs';

/** @typedef {{ name: string, rest: string }} Step */
/** @typedef {{ root: string, env: Record<string, string>, folder: string, user: string, cmd: string[], health: string[] }} Stage */

const ownCertificates = process.env['NODE_EXTRA_CA_CERTS'];
const certificates = '/etc/build-machine.crt';
const place = mkdtempSync(join(tmpdir(), 'ou-la-la-dockerfile-'));
process.on('exit', () => rmSync(place, { recursive: true, force: true }));

await command(async () => {
  if (process.getuid?.() !== 0) throw new Stop('À lancer comme root : les étapes se font dans une racine à elles (chroot).');
  if (spawnSync('debootstrap', ['--version']).error) throw new Stop('debootstrap manque : apt-get install -y debootstrap');
  const base = makeBase();
  /** @type {Map<string, Stage>} */
  const stages = new Map();
  const last = stepsOf(readFileSync(join(context, 'Dockerfile'), 'utf8')).reduce(
    (stage, step) => carryOut(step, stage, stages, base),
    /** @type {Stage | undefined} */ (undefined),
  );
  if (!last) throw new Stop('Le Dockerfile ne fait aucune image.');
  await tryOut(last);
});

/** Lines that go on are joined; comments and empty lines are left out. @param {string} text @returns {Step[]} */
function stepsOf(text) {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, rest }];
  });
}

/** What `node:…-bookworm-slim` is, as far as it matters: a small Debian, the Node that runs this, and somebody called node. */
function makeBase() {
  const base = join(place, 'base');
  const made = process.env['DEBIAN_ROOT'];
  console.log(made ? `FROM: ${made}…` : 'FROM: debootstrap bookworm…');
  if (made) run('cp', ['-a', made, base], '/');
  else run('debootstrap', ['--variant=minbase', 'bookworm', base], '/');
  const node = dirname(dirname(process.execPath));
  for (const [from, to] of [
    [process.execPath, 'usr/local/bin/node'],
    [join(node, 'lib/node_modules/npm'), 'usr/local/lib/node_modules/npm'],
    ['/etc/resolv.conf', 'etc/resolv.conf'],
  ]) {
    mkdirSync(dirname(join(base, to ?? '')), { recursive: true });
    run('cp', ['-aL', from ?? '', join(base, to ?? '')], '/');
  }
  // A build behind a proxy that looks into TLS needs the certificate that this machine trusts.
  if (ownCertificates) run('cp', ['-L', ownCertificates, join(base, certificates)], '/');
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm')], '/');
  run('chroot', [base, 'useradd', '--uid', '1000', '--create-home', 'node'], '/');
  return base;
}

/** @param {Step} step @param {Stage | undefined} stage @param {Map<string, Stage>} stages @param {string} base @returns {Stage | undefined} */
function carryOut({ name, rest }, stage, stages, base) {
  console.log(`${name} ${rest}`);
  if (name === 'ARG') return stage;
  if (name === 'FROM') {
    const [, title = String(stages.size)] = /\sAS\s+(\S+)$/i.exec(rest) ?? [];
    const root = join(place, title);
    run('cp', ['-a', base, root], '/');
    const made = { root, env: {}, folder: '/', user: 'root', cmd: [], health: [] };
    stages.set(title, made);
    return made;
  }
  if (!stage) throw new Stop(`${name} avant FROM.`);
  if (name === 'WORKDIR') {
    stage.folder = posix.resolve(stage.folder, rest);
    mkdirSync(join(stage.root, stage.folder), { recursive: true });
  } else if (name === 'ENV') {
    for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
  } else if (name === 'RUN')
    run(
      'chroot',
      [
        stage.root,
        ...inside(stage, ownCertificates ? { NODE_EXTRA_CA_CERTS: certificates } : {}),
        'sh',
        '-c',
        `cd ${stage.folder} && ${rest}`,
      ],
      '/',
    );
  else if (name === 'COPY') copy(rest, stage, stages);
  else if (name === 'USER') stage.user = rest;
  else if (name === 'CMD') stage.cmd = JSON.parse(rest);
  else if (name === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
  else if (name !== 'VOLUME' && name !== 'EXPOSE') throw new Stop(`${name} : étape inconnue ici.`);
  return stage;
}

/** @param {string} rest @param {Stage} stage @param {Map<string, Stage>} stages */
function copy(rest, stage, stages) {
  const [, from, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
  const sources = paths.split(/\s+/);
  const to = sources.pop() ?? '';
  const target = join(stage.root, posix.resolve(stage.folder, to));
  for (const source of sources) {
    const path = join(from === undefined ? context : (stages.get(from)?.root ?? place), source);
    mkdirSync(to.endsWith('/') ? target : dirname(target), { recursive: true });
    if (from === undefined && source === '.') {
      for (const one of readdirSync(context).filter((entry) => !isIgnored(entry))) run('cp', ['-a', join(context, one), target], '/');
    } else if (statSync(path).isDirectory()) run('cp', ['-a', path, target], '/');
    else run('cp', ['-a', path, target], '/');
  }
}

/** @param {string} name of a file or folder at the top @returns {boolean} */
function isIgnored(name) {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  return patterns.some((pattern) => (pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern));
}

/** Starts it, and looks. @param {Stage} stage */
async function tryOut(stage) {
  const { devDependencies } = JSON.parse(readFileSync(join(context, 'package.json'), 'utf8'));
  const tools = [...Object.keys(devDependencies), 'vite', 'rolldown', '@vitejs/plugin-react', 'emojibase-data'].filter((name) =>
    existsSync(join(stage.root, stage.folder, 'node_modules', name, 'package.json')),
  );
  expect(tools.length === 0, `sans les outils de construction ${tools.join(', ')}`);
  for (const tool of ['usr/bin/g++', 'usr/bin/python3']) expect(!existsSync(join(stage.root, tool)), `sans ${tool}`);
  const port = await freePort();
  stage.env['PORT'] = String(port);
  // The data outlives the container, as a volume does.
  const data = join(place, 'volume');
  run('cp', ['-a', join(stage.root, 'data'), data], '/');

  const first = start(stage, data);
  await healthy(stage, port);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status === 200, 'la page est servie');
  expect(first.output().includes('OU LA LA est ouvert'), 'le serveur dit qu’il est ouvert');
  expect(readFileSync(`/proc/${first.pid()}/status`, 'utf8').includes(`Uid:\t1000`), 'il ne tourne pas comme root');
  expect(first.try('touch /app/x || touch /etc/x') !== 0, 'sa racine ne s’écrit pas');
  expect(readdirSync(data).includes('master.key'), 'ses données sont dans le volume');
  const stopped = performance.now();
  expect((await first.stop()) === 0, 'SIGTERM le finit avec le code 0');
  expect(performance.now() - stopped < 30_000, 'sans attendre');
  const second = start(stage, data);
  await healthy(stage, port);
  await second.stop();
  console.log('\nLes étapes du Dockerfile passent, et leur image tourne (sans Docker : ici il ne tourne pas).');
}

/** As `docker run --read-only --tmpfs /tmp -v …:/data` would. @param {Stage} stage @param {string} data */
function start(stage, data) {
  const mounts = [
    `mount --bind ${stage.root} ${stage.root}`,
    `mount --bind ${data} ${stage.root}/data`,
    `mount -t tmpfs tmpfs ${stage.root}/tmp`,
    `mount -t proc proc ${stage.root}/proc`,
    `mount -o remount,bind,ro ${stage.root}`,
  ].join(' && ');
  const program = `cd ${stage.folder} && exec "$@"`;
  const entered = ['chroot', `--userspec=${stage.user}`, stage.root, ...inside(stage), 'sh', '-c', program, 'sh', ...stage.cmd];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', 'sh', '-c', `${mounts} && exec "$@"`, 'sh', ...entered], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.on('close', (code) => resolve(code)));
  const pid = () =>
    Number(
      spawnSync('pgrep', ['-P', String(child.pid)])
        .stdout.toString()
        .trim(),
    );
  process.on('exit', () => child.kill('SIGKILL'));
  return {
    output: () => output,
    pid,
    /** A command beside it, in its own mounts. @param {string} line */
    try: (line) =>
      spawnSync('nsenter', ['--mount', '--target', String(pid()), 'chroot', `--userspec=${stage.user}`, stage.root, 'sh', '-c', line])
        .status,
    async stop() {
      process.kill(pid(), 'SIGTERM');
      return await ended;
    },
  };
}

/** Its own health check says so. @param {Stage} stage @param {number} port */
async function healthy(stage, port) {
  const line = `cd ${stage.folder} && exec "$@"`;
  for (let tries = 0; tries < 600; tries += 1) {
    const { status } = spawnSync('chroot', [
      `--userspec=${stage.user}`,
      stage.root,
      ...inside(stage),
      'sh',
      '-c',
      line,
      'sh',
      ...stage.health,
    ]);
    if (status === 0) return;
    await pause(200);
  }
  throw new Stop(`Le serveur ne répond pas au port ${port}.`);
}

/** @param {Stage} stage @param {Record<string, string>} [more] */
function inside({ env }, more = {}) {
  const all = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env, ...more };
  return ['env', '-i', ...Object.entries(all).map(([key, value]) => `${key}=${value}`)];
}

/** @param {string} program @param {string[]} args @param {string} cwd */
function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, maxBuffer: 1e8 });
  if (status !== 0)
    throw new Stop(`${stdout?.toString().slice(-2000)}${stderr?.toString().slice(-2000)}${error ?? ''}\n${program} : code ${status}.`);
}

/** @param {boolean} isSo @param {string} what */
function expect(isSo, what) {
  if (!isSo) throw new Stop(`Non : ${what}.`);
  console.log(`  ${what}`);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
