// Whether the server in this container can be sent people: exit 0, or 1. For HEALTHCHECK; the image has no curl.
import { get } from 'node:http';

const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`;
get(url, { timeout: 2500 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
