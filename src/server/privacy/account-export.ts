import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deletedUsername } from '#shared/activities';
import { type ExportedData, exportVersion } from '#shared/export';
import type { BoardId, UserId } from '#shared/ids';
import { listAchievements } from '../achievements/achievement-store.ts';
import { listBoardsProposedOn, listProposalsBy } from '../actions/action-proposal-store.ts';
import { readActions } from '../actions/action-views.ts';
import { proposalView } from '../actions/action-proposal-views.ts';
import { listOwedLossesOf } from '../activities/owed-loss-store.ts';
import { decryptOwedTitle } from '../activities/owed-losses.ts';
import { decryptTitle } from '../boards/board-header.ts';
import { listReadings } from '../boards/news-store.ts';
import type { Db } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { wallsOf } from '../walls/walls.ts';
import { listCodesOf } from '../codes/code-store.ts';
import { decryptCode, decryptCodeName } from '../codes/codes.ts';
import { listGesturesOf } from '../recap/gesture-store.ts';
import { decryptWords } from '../recap/gestures.ts';
import { findRecapMail } from '../recap/recap-store.ts';
import { refuse } from '../errors/refusal.ts';
import { listBlocked } from '../membership/block-store.ts';
import { decryptRequestTitle } from '../membership/new-request.ts';
import { decryptable, readable } from '../encryption/readable.ts';
import { emailOf, findUser } from '../accounts/account-store.ts';
import { findGuest } from '../accounts/guest-store.ts';
import { findPassword } from '../identity/passwords/password-store.ts';
import {
  findWholeUser,
  listFavouritesOf,
  listMemberships,
  readActivities,
  readRequests,
  streamReactions,
  streamRequestCursors,
  streamNotedForOthers,
  streamUndone,
} from './export-store.ts';
import type { SessionCaller } from '../identity/callers.ts';
import { listOwnActivities } from './own-activities.ts';
import { preferencesOf } from '../accounts/preferences.ts';
import { findKinds, listPushDevices } from '../push/device-store.ts';
import { decryptStake } from '../play/play-views.ts';
import { listAgreedBy, listContestsOf, listPlacesOf, listPlayedBy, listProposedBy, listVotesOf } from '../play/own-play-store.ts';
import { listNudgesOf } from '../push/nudge-store.ts';
import { listPasskeys } from '../identity/passkeys/passkey-store.ts';
import { listDevices } from '../identity/sessions/device-store.ts';
import { sessionsOf } from '../identity/sessions/sessions.ts';
import { tokensOf } from '../identity/tokens/tokens.ts';

/** Rows read in one turn of the event loop; other requests wait for no more than these. */
const pageSize = 200;
/** In bytes: how far the document is made ahead of a slow reader, so that the database snapshot is released early. */
const readAhead = 16 * 1024 * 1024;
/** In milliseconds; a document that is not complete by then, because its reader is too slow for {@link readAhead}, is cut off. */
const longestMaking = 120_000;
/** In milliseconds after the document is complete: after that, a reader that vanished no longer blocks the next export. */
const longestReading = 600_000;

/**
 * All that is kept of a person, as the bytes of one JSON document: {@link ExportedData}, at one moment. One at a time for each person:
 * throws `export_under_way` until the one before has been read or destroyed, `too_many_requests` after ten in an hour.
 */
export async function exportAccount(deps: Deps, caller: SessionCaller): Promise<Readable> {
  const { database, limits } = deps;
  if (!(await findUser(database.read, caller.personId))) throw refuse('no_user_logged_in');
  // Each export holds a connection and a buffer until its reader is done.
  if (!(await limits.exportsUnderWay.spend(caller.personId))) throw refuse('export_under_way');
  let underWay = true;
  let limit: NodeJS.Timeout | undefined;
  const done = () => {
    if (underWay) void limits.exportsUnderWay.giveBack(caller.personId);
    underWay = false;
    clearTimeout(limit);
  };
  if (!(await limits.exports.spend(caller.personId))) {
    done();
    throw refuse('too_many_requests');
  }
  const cut = () => document.destroy(new Error('an export that took too long'));
  limit = setTimeout(cut, longestMaking).unref();
  const pages = database.longSnapshot((db) => documentOf(deps, db, caller));
  const document = Readable.from(
    untilEnd(pages, () => {
      clearTimeout(limit);
      if (underWay) limit = setTimeout(cut, longestReading).unref();
    }),
    { objectMode: false, highWaterMark: readAhead },
  );
  // 'end' as well as 'close': 'close' alone can come after the reader's next request.
  return document.once('end', done).once('close', done);
}

/** From its end on, the document is read at whatever pace: nothing of the database is held by it. */
async function* untilEnd<T>(pages: AsyncIterable<T>, end: () => void): AsyncGenerator<T> {
  try {
    yield* pages;
  } finally {
    end();
  }
}

async function* documentOf(deps: Deps, db: Db, caller: SessionCaller): AsyncGenerator<string> {
  const head = await readHead(deps, db, caller);
  const titles = new Map(head.boards.map(({ id, title }) => [id, title]));
  yield JSON.stringify(head).slice(0, -1);
  yield* listOf('actions', actionsOf(deps, db, head.boards));
  yield* listOf('proposals', proposalsOf(deps, db, caller.personId));
  yield* listOf('activities', activitiesOf(deps, db, caller.personId, titles));
  yield* listOf('undone', undoneBy(db, caller.personId));
  yield* listOf('notedForOthers', notedForOthers(db, caller.personId));
  yield* listOf('owedLosses', owedLossesOf(deps, db, caller.personId));
  yield* listOf('gestures', gesturesOf(deps, db, caller.personId));
  yield* listOf('codes', codesOf(deps, db, caller.personId));
  yield* listOf('reactions', reactionsOf(db, caller.personId));
  yield* listOf('requests', requestsOf(deps, db, caller.personId));
  yield '}\n';
}

/** Writes one list of the document, page by page. */
async function* listOf(name: keyof ExportedData, pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let lead = `,${JSON.stringify(name)}:[`;
  for await (const page of pages) {
    if (page.length > 0) {
      yield lead + page.map((one) => JSON.stringify(one)).join(',');
      lead = ',';
    }
    await nextTurn();
  }
  yield lead === ',' ? ']' : `${lead}]`;
}

async function readHead(
  { boardKeys }: Deps,
  db: Db,
  caller: SessionCaller,
): Promise<
  Omit<
    ExportedData,
    'actions' | 'proposals' | 'activities' | 'undone' | 'notedForOthers' | 'owedLosses' | 'gestures' | 'codes' | 'reactions' | 'requests'
  >
> {
  const user = await findWholeUser(db, caller.personId);
  if (!user) throw refuse('no_user_logged_in');
  const memberships = await listMemberships(db, caller.personId);
  const secrets = await boardKeys.ofAll(
    db,
    memberships.map(({ id }) => id),
  );
  return {
    version: exportVersion,
    exportedAt: Date.now(),
    account: {
      id: user.id,
      username: user.username,
      email: emailOf(user),
      avatar: user.avatar,
      points: user.points,
      boardsCount: user.boards_count,
      actionsCount: user.actions_count,
      createdAt: user.created_at,
      passkeyHandle: user.passkey_handle,
      updatedAt: user.updated_at,
    },
    preferences: preferencesOf(user),
    guest: await guestOf(db, caller.personId),
    hasRecoveryCode: await hasRecoveryCode(db, caller.personId),
    recapMail: await recapMailOf(db, caller.personId),
    sessions: await sessionsOf(db, caller),
    tokens: await tokensOf(db, caller.personId),
    walls: await wallsOf({ boardKeys }, db, caller.personId),
    knownDevices: (await listDevices(db, caller.personId)).map(({ last_used_at }) => ({ lastUsedAt: last_used_at })),
    passkeys: (await listPasskeys(db, caller.personId)).map((one) => ({
      credentialId: one.credential_id,
      name: one.name,
      rpId: one.rp_id,
      kind: one.aaguid,
      transports: one.transports === '' ? [] : one.transports.split(','),
      counter: one.counter,
      isSynced: one.backup_eligible === 1,
      isBackedUp: one.backed_up === 1,
      createdAt: one.created_at,
      lastUsedAt: one.last_used_at,
    })),
    notifications: {
      kinds: await findKinds(db, caller.personId),
      boards: (await listReadings(db, caller.personId)).map(({ boardId, isMuted, seen }) => ({
        boardId,
        muted: isMuted,
        seenRevision: seen,
      })),
      devices: (await listPushDevices(db, caller.personId)).map((device) => ({
        sessionId: device.session_id,
        endpoint: device.endpoint,
        details: device.details === 1,
        timeZone: device.time_zone,
        quietFrom: device.quiet_from,
        quietTo: device.quiet_to,
        subscribedAt: device.subscribed_at,
      })),
    },
    nudges: (await listNudgesOf(db, caller.personId)).map(({ id, board_id, from_user, to_user, day, sentence, nudged_at }) => ({
      id,
      boardId: board_id,
      from: from_user,
      to: to_user,
      day,
      sentence,
      nudgedAt: nudged_at,
    })),
    play: await playOf(boardKeys, db, caller.personId),
    favourites: (await listFavouritesOf(db, caller.personId)).map(({ action_id, board_id, marked_at }) => ({
      actionId: action_id,
      boardId: board_id,
      markedAt: marked_at,
    })),
    blocked: (await listBlocked(db, caller.personId)).map(({ id, username, created_at }) => ({ userId: id, username, since: created_at })),
    achievements: (await listAchievements(db, caller.personId)).map((one) => ({ id: one.achievement_id, unlockedAt: one.unlocked_at })),
    boards: readable(memberships, (board) => {
      const boardSecrets = secrets.get(board.id);
      if (!boardSecrets) return [];
      return {
        id: board.id,
        title: decryptTitle(board, boardSecrets),
        icon: board.icon,
        theme: board.theme,
        isAdministrator: board.created_by === caller.personId,
        score: board.score,
        joinedAt: board.joined_at,
        timeZone: board.time_zone,
        playMode: board.play_mode,
        leftOut: board.left_out === 1,
        recapSeen: board.recap_seen,
        filmYearSeen: board.film_year_seen,
        filmAnniversarySeen: board.film_anniversary_seen,
      };
    }).flat(),
  };
}

async function guestOf(db: Db, userId: UserId): Promise<ExportedData['guest']> {
  const guest = await findGuest(db, userId);
  if (!guest) return null;
  const { seen_at: seenAt, warned_at: warnedAt, demo_until: demoUntil } = guest;
  return { seenAt, warnedAt, returnLinkUntil: guest.re_entry_by === null ? null : guest.re_entry_expires_at, demoUntil };
}

async function hasRecoveryCode(db: Db, userId: UserId): Promise<boolean | null> {
  const password = await findPassword(db, userId);
  return password === undefined ? null : password.is_code === 1;
}

async function recapMailOf(db: Db, userId: UserId): Promise<ExportedData['recapMail']> {
  const mail = await findRecapMail(db, userId);
  return mail ? { since: mail.createdAt } : null;
}

/** Board by board, of those that the person administers: there the list is theirs. */
async function* actionsOf({ boardKeys }: Deps, db: Db, boards: ExportedData['boards']): AsyncGenerator<ExportedData['actions']> {
  for (const { id: boardId } of boards.filter(({ isAdministrator }) => isAdministrator)) {
    const secrets = (await boardKeys.ofAll(db, [boardId])).get(boardId);
    if (secrets) yield (await readActions(db, boardId, secrets)).map((action) => ({ boardId, ...action }));
  }
}

/** Board by board, of those where the person is a member: leaving one takes them away. */
async function* proposalsOf({ boardKeys }: Deps, db: Db, userId: UserId): AsyncGenerator<ExportedData['proposals']> {
  for (const { id: boardId } of await listBoardsProposedOn(db, userId)) {
    const secrets = (await boardKeys.ofAll(db, [boardId])).get(boardId);
    if (!secrets) continue;
    yield readable(await listProposalsBy(db, { boardId, userId }), (row) => {
      const { proposedBy: _, ...proposal } = proposalView(row, secrets);
      return { boardId, ...proposal };
    });
  }
}

async function playOf(boardKeys: Deps['boardKeys'], db: Db, userId: UserId): Promise<ExportedData['play']> {
  const proposed = await listProposedBy(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(proposed.map(({ board_id }) => board_id))]);
  return {
    proposed: readable(proposed, (row) => {
      const boardSecrets = secrets.get(row.board_id);
      if (!boardSecrets) return [];
      const { id, board_id: boardId, kind, length, ties, goal, time_zone: timeZone, outcome } = row;
      return {
        ...{ id, boardId, kind, length, ties, goal, timeZone, outcome },
        stake: decryptStake(row, boardSecrets),
        proposedAt: row.proposed_at,
        lapsesAt: row.lapses_at,
        settledAt: row.settled_at,
      };
    }).flat(),
    agreed: (await listAgreedBy(db, userId)).map(({ agreement_id, said_at }) => ({ agreementId: agreement_id, saidAt: said_at })),
    running: (await listPlayedBy(db, userId)).map(({ season_id, points, actions, joined_late }) => ({
      seasonId: season_id,
      points,
      actions,
      joinedLate: joined_late === 1,
    })),
    places: (await listPlacesOf(db, userId)).map(({ season_id, position, points, place, joined_late, left_early }) => ({
      seasonId: season_id,
      position,
      points,
      place,
      joinedLate: joined_late === 1,
      leftEarly: left_early === 1,
    })),
    contests: (await listContestsOf(db, userId)).map(({ id, day, emoji, outcome, how, ...row }) => ({
      ...{ id, day, emoji, outcome, how },
      boardId: row.board_id,
      activityId: row.activity_id,
      isMine: row.contested_by === userId,
      openedAt: row.opened_at,
      keptAt: row.kept_at,
      settledAt: row.settled_at,
    })),
    votes: (await listVotesOf(db, userId)).map(({ contest_id, is_void, voted_at }) => ({
      contestId: contest_id,
      isVoid: is_void === 1,
      votedAt: voted_at,
    })),
  };
}

async function* activitiesOf(
  { boardKeys }: Deps,
  db: Db,
  userId: UserId,
  titles: ReadonlyMap<BoardId, string>,
): AsyncGenerator<ExportedData['activities']> {
  for await (const cursors of listOwnActivities(db, userId, pageSize)) {
    const ids = cursors.map(({ id }) => id);
    const rows = new Map((await readActivities(db, ids)).map((row) => [row.id, row]));
    const secrets = await boardKeys.ofAll(db, [...new Set([...rows.values()].map(({ board_id }) => board_id))]);
    yield readable(ids, (id) => {
      const row = rows.get(id);
      const boardSecrets = row && secrets.get(row.board_id);
      if (!boardSecrets) return [];
      return {
        id,
        boardId: row.board_id,
        boardTitle: titles.get(row.board_id) ?? null,
        actionId: row.action_id,
        title: boardSecrets.decrypt(row.title_sealed, 'activity', 'title', id),
        points: row.points,
        emoji: row.emoji,
        ...(row.note_sealed === null ? {} : { note: boardSecrets.decrypt(row.note_sealed, 'activity', 'note', id) }),
        ...(row.noted_by === null ? {} : { notedBy: row.noted_by_name ?? deletedUsername }),
        loggedAt: row.logged_at,
        ...(row.played_at === null ? {} : { playedAt: row.played_at }),
        undoneAt: row.undone_at,
        undoneByMe: row.undone_by === userId,
      };
    }).flat();
  }
}

async function* undoneBy(db: Db, userId: UserId): AsyncGenerator<ExportedData['undone']> {
  for await (const page of pagesOf(streamUndone(db, userId)))
    yield page.map(({ id, board_id, undone_at }) => ({ activityId: id, boardId: board_id, undoneAt: undone_at ?? 0 }));
}

async function* notedForOthers(db: Db, userId: UserId): AsyncGenerator<NonNullable<ExportedData['notedForOthers']>> {
  for await (const page of pagesOf(streamNotedForOthers(db, userId)))
    yield page.map(({ id, board_id, logged_at }) => ({ activityId: id, boardId: board_id, loggedAt: logged_at }));
}

/** Few: three at most wait for each pair. */
async function* owedLossesOf({ boardKeys }: Deps, db: Db, userId: UserId): AsyncGenerator<NonNullable<ExportedData['owedLosses']>> {
  const rows = await listOwedLossesOf(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
  yield readable(rows, (row) => {
    const boardSecrets = secrets.get(row.board_id);
    if (!boardSecrets) return [];
    return {
      id: row.id,
      boardId: row.board_id,
      actionId: row.action_id,
      title: decryptOwedTitle(row, boardSecrets),
      points: row.points,
      emoji: row.emoji,
      role: row.from_user === userId ? ('noted' as const) : ('received' as const),
      madeAt: row.made_at,
      lapsesAt: row.lapses_at,
    };
  }).flat();
}

/** One a week for each board. */
async function* gesturesOf({ boardKeys }: Deps, db: Db, userId: UserId): AsyncGenerator<NonNullable<ExportedData['gestures']>> {
  const rows = await listGesturesOf(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
  yield readable(rows, ({ id, words_sealed, ...row }) => {
    const boardSecrets = secrets.get(row.board_id);
    if (!boardSecrets) return [];
    return {
      id,
      boardId: row.board_id,
      week: row.week,
      activityId: row.activity_id,
      words: words_sealed === null ? '' : decryptWords(id, words_sealed, boardSecrets),
      chosenAt: row.chosen_at,
      closesAt: row.closes_at,
      revealedAt: row.revealed_at,
    };
  }).flat();
}

/** Few: a person has fifty at most. */
async function* codesOf({ boardKeys }: Deps, db: Db, userId: UserId): AsyncGenerator<NonNullable<ExportedData['codes']>> {
  const rows = await listCodesOf(db, userId);
  const secrets = await boardKeys.ofAll(db, [...new Set(rows.map(({ board_id }) => board_id))]);
  yield readable(rows, (row) => {
    const boardSecrets = secrets.get(row.board_id);
    if (!boardSecrets) return [];
    return {
      id: row.id,
      boardId: row.board_id,
      name: decryptCodeName(row, boardSecrets),
      code: decryptCode(row, boardSecrets),
      actionId: row.action_id,
      toUser: row.to_user,
      madeAt: row.made_at,
      usedOn: row.used_on,
    };
  }).flat();
}

async function* reactionsOf(db: Db, userId: UserId): AsyncGenerator<ExportedData['reactions']> {
  for await (const page of pagesOf(streamReactions(db, userId)))
    yield page.map(({ activity_id, board_id, emoji, reacted_at }) => ({
      activityId: activity_id,
      boardId: board_id,
      emoji,
      reactedAt: reacted_at,
    }));
}

async function* requestsOf({ boardKeys }: Deps, db: Db, userId: UserId): AsyncGenerator<ExportedData['requests']> {
  // Only the cursors are read at once: the limit on requests keeps them few.
  const cursors = await collect(streamRequestCursors(db, userId));
  cursors.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
  for (let start = 0; start < cursors.length; start += pageSize) {
    const ids = cursors.slice(start, start + pageSize).map(({ id }) => id);
    const rows = new Map((await readRequests(db, ids)).map((row) => [row.id, row]));
    const page = ids.flatMap((id) => rows.get(id) ?? []);
    const secrets = await boardKeys.ofAll(db, [...new Set(page.map(({ board_id }) => board_id))]);
    yield page.map((row) => {
      const role = row.from_user === userId ? 'sent' : row.to_user === userId ? 'received' : 'proposed';
      const boardSecrets = role === 'proposed' ? undefined : secrets.get(row.board_id);
      return {
        id: row.id,
        type: row.type,
        status: row.status,
        role,
        boardId: role === 'proposed' ? null : row.board_id,
        boardTitle: decryptable(() => boardSecrets && decryptRequestTitle(row.id, row.title_sealed, boardSecrets)) ?? null,
        createdAt: row.created_at,
        answeredAt: row.answered_at,
      };
    });
  }
}

/** All rows of a stream. While one is read, its connection answers nothing else. */
async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pagesOf(rows)) all.push(...page);
  return all;
}

async function* pagesOf<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
    await nextTurn();
  }
  yield page;
}
