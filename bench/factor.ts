/** Prints the factor of this machine and nothing else, for `npm test` and `.ci/run`: by one answer of the echo that `npm run bench` asks. */
import { referenceEcho } from './goals.ts';
import { startEcho } from './logging.ts';

const echo = await startEcho();
const { rate } = await echo.load(2);
await echo.stop();
console.log((referenceEcho / rate).toFixed(2));
process.exit();
