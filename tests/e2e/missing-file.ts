import { refusals } from '#shared/refusals';

const [status, message] = refusals.not_found;

/** How the server answers a request for a file that it does not have: for `route.fulfill`. */
export const missingFile = { status, json: { code: 'not_found', message } };
