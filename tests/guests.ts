/** People who play without an address (decision D56). */
import { Someone, type TestApp, type TestBoard } from './test-app.ts';

/** The token of a link for one person. */
export async function singleLinkOf(administrator: Someone, { id: boardId }: Pick<TestBoard, 'id'>): Promise<string> {
  return (await administrator.does('POST /api/boards/:boardId/single-links', { params: { boardId } })).link.token;
}

/** Somebody who came to a board by a link for one person, with a first name alone. */
export async function guestOn(testApp: TestApp, administrator: Someone, board: Pick<TestBoard, 'id'>, username: string): Promise<Someone> {
  const guest = new Someone(testApp, username);
  const { user } = await guest.does('POST /api/guests', { body: { username, invitation: await singleLinkOf(administrator, board) } });
  return Object.assign(guest, { id: user.id });
}

/** The token of a link by which a guest comes back. */
export async function returnLinkFor(administrator: Someone, { id: boardId }: Pick<TestBoard, 'id'>, guest: Someone): Promise<string> {
  const params = { boardId, userId: guest.id };
  return (await administrator.does('POST /api/boards/:boardId/members/:userId/re-entry', { params })).token;
}
