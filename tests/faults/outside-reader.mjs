/** A program of its own that holds on to the state of a database as it is now, until it is told to end by the end of its input. */
import Sqlite from 'better-sqlite3';

const sqlite = new Sqlite(String(process.argv[2]), { readonly: true });
sqlite.exec('begin');
sqlite.prepare('select count(*) from sqlite_master').get();
process.stdout.write('holding');
process.stdin.resume().once('end', () => sqlite.close());
