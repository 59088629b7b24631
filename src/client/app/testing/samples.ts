/** Default replies of the server in component tests; a test names only the ones that matter to it. */
import type { Account, Preferences } from '#shared/accounts';
import type { Action } from '#shared/actions';
import type { Activity } from '#shared/activities';
import type { BoardCard, BoardChange, InvitationPage, Member, OpenedBoard } from '#shared/boards';
import type { BoardRequest } from '#shared/requests';
import type { Replies } from './server.ts';

const preferences: Preferences = {
  dataCollection: false,
  onlineStatus: true,
  essentialCookies: true,
  analytics: false,
  screenshotProtection: true,
  consentAsked: true,
};

export function accountOf(username: string, other: Partial<Account> = {}): Account {
  const email = `${username.toLowerCase()}@exemple.fr`;
  return {
    id: username,
    username,
    email,
    isGuest: false,
    demoUntil: null,
    avatar: '🧑',
    points: 0,
    boardsCount: 0,
    actionsCount: 0,
    createdAt: 0,
    preferences,
    ...other,
  };
}

export const léa = accountOf('Léa', { email: 'lea@exemple.fr' });

export function memberOf({ id, username, avatar }: Pick<Account, 'id' | 'username' | 'avatar'>, score = 0): Member {
  return { userId: id, username, avatar, score, joinedAt: 0 };
}

export const max = accountOf('Max');

/** Somebody who plays without an email. */
export const zoé = accountOf('Zoé', { email: null, isGuest: true });

export const breakfast: Action = { id: 'breakfast', title: 'Petit-déj au lit', points: 20, category: null, emoji: '🥐' };
export const dishes: Action = { id: 'dishes', title: 'Vaisselle oubliée', points: -15, category: null, emoji: '🍽️' };

/** A board of Léa's with `breakfast` and `dishes`, administered by her. */
export function openedBoard(change: Partial<OpenedBoard['board']> = {}, other: Partial<OpenedBoard> = {}): OpenedBoard {
  return {
    board: {
      id: 'board',
      title: 'NOUS DEUX',
      icon: '👑',
      theme: 'pink',
      createdBy: léa.id,
      linkEnabled: true,
      timeZone: 'Europe/Paris',
      totalPoints: 0,
      revision: 1,
      ...change,
    },
    members: [memberOf(léa)],
    actions: [breakfast, dishes],
    activities: { activities: [], next: null },
    ...other,
  };
}

/** A server that has a board, and changes it. */
export function servingBoard(opened: OpenedBoard): Replies {
  let { board } = opened;
  return {
    'GET /api/boards/:boardId': () => ({ ...opened, board }),
    'PATCH /api/boards/:boardId': ({ body }) => {
      board = { ...board, ...(body as Partial<typeof board>), revision: board.revision + 1 };
      return { ...changed(board), board };
    },
  };
}

/** A change that tells the present revision of a board, and nothing else. */
export function changed({ id, revision, totalPoints }: OpenedBoard['board']): BoardChange {
  return { boardId: id, after: revision - 1, revision, complete: true, totalPoints, activities: [] };
}

/** An invitation of Léa's to Max; a test says what is otherwise. */
export function requestOf(other: Partial<BoardRequest> = {}): BoardRequest {
  return {
    id: 'request',
    type: 'invitation',
    status: 'pending',
    boardId: 'board',
    boardTitle: 'NOUS DEUX',
    boardIcon: '👑',
    boardTheme: 'purple',
    fromUsername: 'Léa',
    toUsername: 'Max',
    invitedUsername: null,
    avatar: '🧑',
    createdAt: 0,
    ...other,
  };
}

export function cardOf({ board, members, actions }: OpenedBoard): BoardCard {
  return { ...board, memberCount: members.length, actionCount: actions.length, lastActivityAt: 0, members };
}

export function activityOf(action: Action, author: Account, other: Partial<Activity> = {}): Activity {
  return {
    id: `${action.id} ${author.id}`,
    title: action.title,
    points: action.points,
    userId: author.id,
    username: author.username,
    userAvatar: author.avatar,
    emoji: action.emoji,
    loggedAt: Date.now(),
    revision: 2,
    undone: null,
    ...other,
  };
}

/** What a link shows to who is no member. */
export const invitationPage: InvitationPage = {
  boardId: 'board',
  title: 'PATIENCE',
  icon: '👑',
  theme: 'pink',
  isMember: false,
  admits: false,
  admitsGuest: false,
};
