/** A program of its own that holds on to the state of a database as it is now, until it is told to end by the end of its input. */
const file = String(process.argv[2]);
const sqlite = await open();
sqlite.exec('begin');
sqlite.prepare('select count(*) from sqlite_master').get();
process.stdout.write('holding');
process.stdin.resume().once('end', () => sqlite.close());

/** As the server chooses: this one is run without a compiler, and cannot import what chooses there. */
async function open() {
  if (Number(process.versions.node.split('.')[0]) < 24) return new (await import('better-sqlite3')).default(file, { readonly: true });
  const { DatabaseSync } = await import('node:sqlite');
  return new DatabaseSync(file, { readOnly: true });
}
