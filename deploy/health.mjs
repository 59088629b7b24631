// Whether the server in this container can be sent people: exit 0, or 1. For HEALTHCHECK; the image has no curl.
import { get } from 'node:http';

const { HOST, PORT } = process.env;
// HOST may have the brackets that IPv6 has in a URL.
const address = HOST?.trim().replace(/^\[(.*)\]$/, '$1');
// What listens on all addresses listens on these.
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? (address || 'localhost');
get({ host, port: PORT || 3000, path: '/readyz', timeout: 2500 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
