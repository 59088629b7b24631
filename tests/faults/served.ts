/** A built server for the tests of a file, and its people. */
import { rmSync } from 'node:fs';
import { Agent } from 'undici';
import { afterAll } from 'vitest';
import { type RunningServer, startServer } from '../built-server.ts';
import { Person } from '../people.ts';

interface Served {
  server: RunningServer;
  /** Connections for people who make many calls at once. */
  dispatcher: Agent;
  /** Makes an account of each of these names. */
  signUp<const Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: Person }>;
}

/** After the tests of the file the server is killed and its data are removed. */
export async function serve(settings: Record<string, string> = {}, connections = 32): Promise<Served> {
  const server = await startServer(settings);
  const dispatcher = new Agent({ connections });
  afterAll(async () => {
    await dispatcher.destroy();
    await server.stop('SIGKILL');
    rmSync(server.dataDir, { recursive: true, force: true });
  });
  return {
    server,
    dispatcher,
    async signUp<const Names extends readonly string[]>(...names: Names) {
      const people = await Promise.all(names.map((name) => Person.signUp(server, name, dispatcher)));
      return people as { [Index in keyof Names]: Person };
    },
  };
}
