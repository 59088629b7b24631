import { readConfig, WrongSetting } from './config.ts';
import { start } from './start.ts';

try {
  const config = readConfig();
  const { app, stop } = await start(config, { level: config.logLevel });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  console.log(`OU LA LA est ouvert : ${config.origin ?? `http://localhost:${port}`}`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Whatever hangs, the program ends.
      setTimeout(() => process.exit(1), 5000).unref();
      void stop().then(() => process.exit(0));
    });
  }
} catch (failure) {
  console.error(failure instanceof WrongSetting ? failure.message : failure);
  process.exit(1);
}
