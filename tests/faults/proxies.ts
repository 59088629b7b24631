/** The proxies of `deploy/`, as they are there but for names and ports, each as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { freePort } from '../built-server.ts';
import { makeCertificate } from '../certificate.ts';

export interface Proxy {
  /** As in `https://localhost:21234`. */
  origin: string;
  stop(): Promise<void>;
}

/** Whether this machine has IPv6, if only for itself. */
export const hasIpv6 = Object.values(networkInterfaces()).some((cards) => cards?.some(({ address }) => address === '::1'));

const deployed = (name: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

/** Caddy, on a free port, before these ports of this machine. */
export async function startCaddy(port: number, upstreams: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-caddy-'));
  // No other port, and no certificate into the trust of this machine.
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n${deployed('Caddyfile')}`,
  );
  const env = { DOMAIN: `https://localhost:${port}`, COPIES: upstreams.map((one) => `127.0.0.1:${one}`).join(' '), HOME: folder };
  return await launch('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], { port, folder, env });
}

export async function startNginx(port: number, upstreams: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'ou-la-la-nginx-'));
  const { key, certificate } = await makeCertificate(folder);
  const plainPort = await freePort();
  const site = replaced(deployed('nginx.conf'), [
    [/^ *server 127\.0\.0\.1:3000 (.*)$/m, upstreams.map((one) => `server 127.0.0.1:${one} $1`).join('\n')],
    [/listen 80;/, `listen 127.0.0.1:${plainPort};`],
    [/listen \[::\]:80;/, hasIpv6 ? `listen [::1]:${plainPort};` : ''],
    [/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`],
    [/listen \[::\]:443 ssl http2;/, hasIpv6 ? `listen [::1]:${port} ssl http2;` : ''],
    [/\/etc\/ssl\/jeu\.example\.org\/fullchain\.pem/, certificate],
    [/\/etc\/ssl\/jeu\.example\.org\/privkey\.pem/, key],
    [/jeu\.example\.org/g, 'localhost'],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  mkdirSync(join(folder, 'tmp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/tmp/${one};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} worker_processes 2; pid ${folder}/nginx.pid; error_log stderr;
     events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  return await launch('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { port, folder, env: {} });
}

/** Each must be there to be replaced: a test of another file than the one that is deployed would prove nothing. */
function replaced(text: string, pairs: readonly (readonly [RegExp, string])[]): string {
  return pairs.reduce((so, [pattern, by]) => {
    if (!pattern.test(so)) throw new Error(`deploy/nginx.conf has no ${String(pattern)}`);
    return so.replace(pattern, by);
  }, text);
}

async function launch(
  program: string,
  args: readonly string[],
  { port, folder, env }: { port: number; folder: string; env: Record<string, string> },
): Promise<Proxy> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: `${process.env['PATH']}:/usr/sbin`, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'close').catch(() => {
    throw new Error(`${program} is missing: apt-get install -y ${program}`);
  });
  const end = () => child.kill('SIGKILL');
  process.on('exit', end);
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended while starting.\n${output}`);
    await Promise.race([pause(50), ended]);
  }
  return {
    origin: `https://localhost:${port}`,
    async stop() {
      process.off('exit', end);
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Caddy makes its certificate after it has begun to listen. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
