import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#shared/accounts';
import type { BoardCard, OpenedBoard } from '#shared/boards';
import type { RequestLists } from '#shared/requests';
import { databaseFile } from '#server/database/open-database';
import { examine } from '#server/doctor/doctor';
import { startTestApp, Someone, type TestApp } from '../test-app.ts';

/** What the API of the program that made the database last told a person. */
interface Told {
  cookie: string;
  user: Account;
  boards: BoardCard[];
  opened: OpenedBoard[];
  feed: { activities: unknown[] };
  requests?: RequestLists;
}

const folder = import.meta.dirname;

describe.each([{ name: '0002', masterKey: 'decafbad'.repeat(8) }])('a database as of migration $name', ({ name, masterKey }) => {
  const { people }: { people: Record<string, Told> } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const told = Object.entries(people);
  let testApp: TestApp;

  beforeAll(async () => {
    testApp = await startTestApp({
      config: { masterKey },
      prepare(dataDir) {
        const file = databaseFile(dataDir);
        writeFileSync(file, gunzipSync(readFileSync(join(folder, `${name}.db.gz`))));
        // The sessions in it have ended since: they are made as old as they were when it was kept.
        const sqlite = new Sqlite(file);
        const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
        sqlite.prepare('update session set expires_at = ?').run(inAWeek);
        sqlite.close();
      },
    });
  });

  const signedIn = ({ cookie }: Told) => Object.assign(new Someone(testApp, 'revenant'), { cookie });

  test.each(told)('%s is still signed in', async (_, one) => {
    const { user } = await signedIn(one).does('GET /api/session');
    expect(user).toMatchObject(one.user);
  });

  test.each(told)('%s signs in with the old password', async (username, { user }) => {
    const person = new Someone(testApp, username);
    expect(await person.elsewhere()).toMatchObject({ id: user.id });
  });

  test.each(told)('%s finds boards, scores and activities as they were', async (_, one) => {
    const person = signedIn(one);
    expect(await person.does('GET /api/boards')).toMatchObject({ boards: one.boards });
    for (const opened of one.opened) {
      expect(await person.does('GET /api/boards/:boardId', { params: { boardId: opened.board.id } })).toMatchObject(opened);
    }
    expect(await person.does('GET /api/activities')).toMatchObject(one.feed);
  });

  test.each(told.filter(([, { requests }]) => requests))('%s finds requests as they were', async (_, one) => {
    const now = await signedIn(one).does('GET /api/requests');
    for (const list of ['received', 'sent'] as const)
      for (const request of one.requests?.[list] ?? []) expect(now[list]).toContainEqual(expect.objectContaining(request));
  });

  test('what its program could not read any more is settled, and fails nobody', async () => {
    const lists = async (who: string) => {
      const { received, sent } = await signedIn(people[who] as Told).does('GET /api/requests');
      return [...received, ...sent].map(({ type, status, boardTitle, fromUsername }) => [type, status, boardTitle, fromUsername].join(' '));
    };
    expect(await lists('Nino')).toEqual(['invitation pending RELAIS Léa', 'invitation pending MAISON Léa']);
    expect(await lists('Inès')).toEqual(['invitation rejected RELAIS Max']);
    expect(await lists('Max')).toEqual([
      'invitation accepted MAISON Léa',
      'member_invitation pending MAISON Max',
      'invitation rejected RELAIS Max',
      'invitation accepted RELAIS Max',
    ]);
    const again = await signedIn(people['Max'] as Told).tries('POST /api/boards', {
      body: { title: 'Parti', actions: [{ title: 'Bisou', points: 5 }], idempotencyKey: 'abcdef0123456789abcdef' },
    });
    expect(again.body.board.title).toBe('ENCORE UNE FOIS');
  });

  test('nothing in it is wrong', async () => {
    expect(await examine(testApp.deps)).toEqual([]);
  });
});
