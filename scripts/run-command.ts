import { expectRightClock } from '#server/config/clock';
import { type Config, readConfig } from '#server/config/config';
import { sentenceFor } from '#server/database/open-database';

/**
 * Runs a command; with `--help` it prints `usage` and does nothing. What its operator can set right ends it with one sentence and exit code 1; a
 * fault of ours shows where it is.
 */
export async function runCommand(command: (config: Config) => Promise<void>, usage?: string): Promise<void> {
  if (usage !== undefined && process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usage);
    return;
  }
  let config: Config | undefined;
  try {
    config = readConfig();
    expectRightClock();
    await command(config);
  } catch (failure) {
    console.error(sentenceFor(failure, config) ?? failure);
    process.exit(1);
  }
}
