/** What one person changes on all their boards costs as much for each board, however many members it has. */
import { expect, it } from 'vitest';
import { deleteAccount, previewDeletion } from '#server/privacy/account-deletion';
import { changeProfile } from '#server/profile/profile';
import { Stream } from './stream.ts';
import { boardOf, password, type Someone, startTestApp } from './test-app.ts';
import { watching } from './watched-queries.ts';

const testApp = await startTestApp({ boundless: true, hasty: true });
const { deps } = testApp;
const friends = await testApp.signUpAll('Ada', 'Bea', 'Cleo', 'Dora', 'Emma');

async function withBoards(name: string, count: number, members: readonly Someone[]): Promise<Someone> {
  const someone = await testApp.signUp(name);
  for (let made = 0; made < count; made += 1) await boardOf(someone, [...members]);
  return someone;
}

it('a new name reads as many rows on boards of six as on boards of one', async () => {
  const renaming = async (name: string, members: readonly Someone[]) => {
    const someone = await withBoards(name, 3, members);
    const { database, asked } = watching(deps);
    await changeProfile({ ...deps, database }, someone.id, { avatar: '💎' });
    return asked.filter(({ sql }) => !sql.includes('"board_request"')).reduce((sum, { rows }) => sum + rows, 0);
  };
  // An invitation that was accepted is still there: who received it is told of it, and read.
  const [alone, together] = [await renaming('Seule', []), await renaming('Entourée', friends)];
  expect(together).toBe(alone);
});

it('an account that is deleted with its boards tells each member once that their sums moved', async () => {
  const [ada] = friends;
  const someone = await withBoards('Partante', 3, friends);
  const stream = await Stream.open(ada);
  await stream.next('hello');
  const caller = await someone.caller();
  await deleteAccount(deps, caller, { password, handOvers: [] });
  for (let board = 0; board < 3; board += 1) await stream.next('gone');
  await stream.next('requests');
  expect([...stream.all('account'), ...stream.all('requests')]).toEqual([{ type: 'account' }]);
  stream.close();
});

it('the preview of a deletion reads ten boards at a time', async () => {
  const someone = await withBoards('Hésitante', 12, friends.slice(0, 2));
  const { database, asked } = watching(deps);
  const { boards } = await previewDeletion({ ...deps, database }, someone.id);
  expect(boards.map(({ members }) => members.length)).toEqual(Array.from({ length: 12 }, () => 2));
  const ofMembers = asked.filter(({ sql }) => sql.includes('"board_member"')).map(({ rows }) => rows);
  expect(ofMembers).toEqual([20, 4]);
  // One statement for ten boards as for two.
  expect(new Set(asked.filter(({ sql }) => sql.includes('"board_member"')).map(({ sql }) => sql)).size).toBe(1);
});
