/** Part of `npm run test:image`: the scripts of deploy/yunohost in a bare Debian with nginx, where stand-ins (tests/yunohost) do what YunoHost would. */
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, buildConnector, request } from 'undici';
import { freePort } from '../tests/built-server.ts';
import { makeCertificate } from '../tests/certificate.ts';
import { breakfast, makeBoard, newActivityId, password, Person } from '../tests/people.ts';
import { archive } from './archive.ts';
import { writeCatalogues } from './catalogue.ts';
import { root, Stop } from './commands.mjs';
import { base, buildah, hasImage, podman, shared } from './containers.ts';
import { sumOf } from './file-sums.ts';

const machine = 'ou-la-la-debian-with-nginx';
const [domain, newDomain] = ['jeu.maison.home.arpa', 'points.maison.home.arpa'];

/** Needs the image `ou-la-la`, of which the built app is taken. */
export async function tryYunohost(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-yunohost-'));
  const name = 'ou-la-la-yunohost';
  try {
    if (!(await hasImage(machine))) await makeMachine();
    await makePackages(folder);
    await makeCertificate(folder, [domain, newDomain]);
    const stands = join(root, 'tests', 'yunohost');
    const volumes = [`${folder}:/try`, `${stands}/helpers.sh:/usr/share/yunohost/helpers:ro`, `${stands}/core.sh:/core.sh:ro`];
    // The first process is a shell: it lets go of the servers that end.
    const idle = ['bash', '-c', 'while true; do sleep 1; done'];
    await podman('run', '--detach', '--replace', '--name', name, ...shared, ...volumes.flatMap((one) => ['-v', one]), machine, ...idle);
    const port = await freePort();
    await play(
      async (...line) => {
        await podman('exec', name, 'bash', '/core.sh', ...line);
      },
      async (file) =>
        await podman('exec', name, 'test', '-e', file).then(
          () => true,
          () => false,
        ),
      port,
    );
  } finally {
    await podman('rm', '--force', '--ignore', '--time', '0', name);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(core: (...line: string[]) => Promise<void>, isThere: (file: string) => Promise<boolean>, port: number): Promise<void> {
  const { at, close } = machineAt(port);
  const [installDir, dataDir] = ['/var/www/ou-la-la', '/home/yunohost.app/ou-la-la'];
  try {
    await core('domain', domain, String(port));
    await core('install', '/try/first/yunohost/ou-la-la_ynh', domain, String(await freePort()));
    const lea = await at(domain).signUp('Lea');
    const board = await makeBoard('Maison', [lea], [breakfast]);
    const params = { boardId: board.id };
    const log = async (person: Person) => {
      const body = { id: newActivityId(), actionId: board.actions[0]?.id ?? '' };
      await person.does('POST /api/boards/:boardId/activities', { params, body });
    };
    const countOf = async (person: Person) => {
      const opened = await person.does('GET /api/boards/:boardId', { params });
      return opened.board.totalPoints / breakfast.points;
    };
    await log(lea);
    expect((await countOf(lea)) === 1, 'YunoHost : install, puis une action notée derrière nginx');
    const page = await at(domain).get('/');
    const policy = String(page.headers['content-security-policy']);
    expect(policy.includes("script-src 'self'") && page.headers['x-frame-options'] === 'DENY', 'les en-têtes de l’app passent');
    const stream = await at(domain).get('/api/live', { cookie: lea.cookie });
    const { value } = await stream.body[Symbol.asyncIterator]().next();
    stream.body.destroy();
    expect(String(value).includes('event:'), 'le flux n’est pas retenu');

    await core('backup', '/try/archive');
    await log(lea);
    await core('remove');
    expect(!(await isThere(installDir)) && (await isThere(join(dataDir, 'master.key'))), 'remove laisse les données');
    await core('install', '/try/first/yunohost/ou-la-la_ynh', domain, String(await freePort()));
    expect((await countOf(lea)) === 2, 'une nouvelle installation les reprend');

    await core('upgrade', '/try/second/yunohost/ou-la-la_ynh');
    expect(
      (await isThere(join(installDir, 'deploy/second'))) && !(await isThere(join(installDir, 'deploy/first'))),
      'upgrade remplace l’app',
    );
    expect((await countOf(lea)) === 2, 'et garde les données');

    await core('domain', newDomain, String(port));
    await core('change_url', newDomain);
    const moved = new Person({ origin: `https://${newDomain}` }, 'Lea', at(newDomain).agent);
    await moved.does('POST /api/session', { body: { identifier: 'Lea', password } });
    await log(moved);
    expect((await countOf(moved)) === 3, 'change_url : la nouvelle adresse est celle de l’app');
    expect((await at(domain).get('/readyz')).statusCode === 404, 'l’ancienne n’y mène plus');

    await core('remove', '--purge');
    expect(!(await isThere(dataDir)), 'remove --purge ne laisse rien');
    await core('restore', '/try/archive', String(await freePort()));
    expect((await countOf(lea)) === 1, 'restore rend les données de la sauvegarde, à l’ancienne adresse');
    await log(lea);
    expect((await countOf(lea)) === 2, 'et l’on joue plus loin');
  } finally {
    await close();
  }
}

/** The domains of the container: each leads to this port of this machine, whatever certificate is there. */
function machineAt(port: number) {
  const connect = buildConnector({ rejectUnauthorized: false });
  const agent = new Agent({
    connect: (options, callback) =>
      connect({ ...options, hostname: '127.0.0.1', port: String(port), servername: options.hostname }, callback),
  });
  const at = (name: string) => {
    const origin = `https://${name}`;
    return {
      agent,
      signUp: (person: string) => Person.signUp({ origin }, person, agent),
      get: (path: string, headers = {}) => request(`${origin}${path}`, { dispatcher: agent, headers }),
    };
  };
  return { at, close: () => agent.destroy() };
}

/** A Debian with nginx and its module that YunoHost uses, on the base of the image. */
async function makeMachine(): Promise<void> {
  console.log('nginx…');
  const container = await buildah('from', '--pull-never', base);
  const run = (...line: string[]) => buildah('run', '--isolation', 'chroot', container, '--', ...line);
  await run('apt-get', 'update', '-qq');
  await run('apt-get', 'install', '-qq', '-y', '--no-install-recommends', 'nginx-light', 'libnginx-mod-http-headers-more-filter');
  await buildah('commit', '--rm', '--format', 'docker', container, machine);
}

/** Two releases that differ by one file, each as the archive of a release (`scripts/archive.ts`) and the package that names it. */
async function makePackages(folder: string): Promise<void> {
  const address = 'https://maison.home.arpa';
  const checkout = join(folder, 'checkout');
  const container = await buildah('from', '--pull-never', 'ou-la-la');
  const app = join(await buildah('mount', container), 'app');
  for (const path of checkedOut) cpSync(join(root, path), join(checkout, path), { recursive: true });
  cpSync(join(app, 'dist'), join(checkout, 'dist'), { recursive: true });
  for (const release of ['first', 'second']) {
    const mark = join(checkout, 'deploy', release);
    writeFileSync(mark, '');
    const { file } = archive(checkout, folder, 0);
    rmSync(mark);
    const tarball = `ou-la-la-${release}.tar.gz`;
    renameSync(file, join(folder, tarball));
    writeCatalogues(join(folder, release), ['yunohost'], {
      site: address,
      repository: address,
      author: 'Léa',
      tarball: `${address}/${tarball}`,
      sha256: sumOf(readFileSync(join(folder, tarball))),
    });
    if (!existsSync(join(folder, release, 'yunohost'))) throw new Stop('Le paquet YunoHost n’est pas écrit.');
  }
  await buildah('rm', container);
}

/** What the archive of a release has beside the built app. */
const checkedOut = ['package.json', 'package-lock.json', 'deploy', 'docs', 'README.md', 'LICENSE', 'CHANGELOG.md', 'scripts'];

function expect(isSo: boolean, what: string): void {
  if (!isSo) throw new Stop(`Non : ${what}.`);
  console.log(`  ${what}`);
}
