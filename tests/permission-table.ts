/** The permissions: for every endpoint, what each person is answered about each board. Nothing else is allowed. */
import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '#shared/api';
import type { RefusalCode } from '#shared/refusals';
import { Authenticator } from './passkeys.ts';
import { subscription } from './push-subscriptions.ts';
import { lastWeek, ownFilm } from './last-week.ts';
import type { TestBoard, Someone } from './test-app.ts';

export const roles = ['visitor', 'stranger', 'invited', 'removed', 'member', 'administrator', 'administrator of another board'] as const;
export type Role = (typeof roles)[number];

/** 'own' is the board that the role is about; 'foreign' one of other people; 'deleted' was 'own' until its end. */
export const targets = ['own', 'foreign', 'missing', 'deleted'] as const;
export type Target = (typeof targets)[number];

export type Outcome = 'ok' | RefusalCode;

/** What calls are made about. */
export interface Scene {
  board: TestBoard;
  /** A member whom calls are about, neither the one who calls nor the administrator. */
  otherMember: string;
  /** A member who plays without an address. */
  guest: string;
  /** The request of somebody who asked to join; waits for the administrator. */
  joinRequest: string;
  /** The request to the invited person; waits for them. */
  invitation: string;
  /** The administrator's link; withdrawn on a foreign board, since it lets in whoever has it. */
  singleLink: { id: string; token: string };
  /** Codes that `otherMember` made: of an action, and of a nudge of themselves. */
  code: { id: string; code: string };
  nudgeCode: { id: string; code: string };
  /** What each member has logged, by name. */
  activityOf: Record<string, string>;
  /** Logged by `otherMember`. */
  activityOfOther: string;
  /** An action that `otherMember` proposed; waits for the administrator. */
  proposalOfOther: string;
  /** A goal that `otherMember` proposed; waits for all. */
  agreementOfOther: string;
  /** What somebody who is neither of the roles contests of `otherMember`, who keeps it. */
  contestOfOther: string;
}

export interface Case {
  what: string;
  /** The invitation link of the board is off. */
  linkOff?: true;
  /** The session that calls does not outlast the call. */
  endsSession?: true;
  call?: (scene: Scene, actor: Someone) => { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  replies: Partial<Record<Target, Record<Role, Outcome>>>;
  /** What a guest is answered about their own board, where that is neither `guest_must_keep` nor what any other member is. */
  guest?: Outcome;
}

/** The same to everybody, save those named. */
function all(outcome: Outcome, others: Partial<Record<Role, Outcome>> = {}): Record<Role, Outcome> {
  return { ...(Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>), ...others };
}

/** The same to everybody with a session, save those named. */
function signedIn(outcome: Outcome, others: Partial<Record<Role, Outcome>> = {}): Record<Role, Outcome> {
  return all(outcome, { visitor: 'no_user_logged_in', ...others });
}

/** Whatever board is not one's own does not exist. */
function nowhereElse(outcome: RefusalCode = 'board_not_found', to: typeof all = signedIn) {
  return { foreign: to(outcome), missing: to(outcome), deleted: to(outcome) };
}

const forMembers = { own: signedIn('board_not_found', { member: 'ok', administrator: 'ok' }), ...nowhereElse() };
const forAdministrator = { own: signedIn('board_not_found', { member: 'administrator_only', administrator: 'ok' }), ...nowhereElse() };
const forSignedIn = { own: signedIn('ok') };
const forEverybody = { own: all('ok') };

const aboutBoard = ({ board }: Scene) => ({ params: { boardId: board.id } });
const withoutWebhook = {
  own: signedIn('board_not_found', { member: 'administrator_only', administrator: 'webhook_not_found' }),
  ...nowhereElse(),
};
const aboutNoWebhook =
  (body?: unknown) =>
  ({ board }: Scene) => ({
    params: { boardId: board.id, webhookId: 'NNNNNNNNNNNNNNNNNNNNNN', deliveryId: 'OOOOOOOOOOOOOOOOOOOOOO' },
    ...(body ? { body } : {}),
  });
const aboutReaction = ({ board, activityOfOther }: Scene) => ({
  params: { boardId: board.id, activityId: activityOfOther, emoji: '❤️' },
});
const aboutAction =
  (body: unknown) =>
  ({ board }: Scene) => ({ params: { boardId: board.id, actionId: board.breakfast }, body });
const aboutAgreement =
  (body?: unknown) =>
  ({ board, agreementOfOther }: Scene) => ({ params: { boardId: board.id, agreementId: agreementOfOther }, ...(body ? { body } : {}) });
const aboutContest = ({ board, contestOfOther }: Scene) => ({ params: { boardId: board.id, contestId: contestOfOther } });
const aboutProposal = ({ board, proposalOfOther }: Scene) => ({ params: { boardId: board.id, proposalId: proposalOfOther } });
const aboutLastWeek = ({ board }: Scene) => ({ params: { boardId: board.id, week: lastWeek() } });
const aboutFilm = ({ board }: Scene) => ({ params: { boardId: board.id, period: ownFilm } });
const byBoardLink = ({ board }: Scene) => ({ params: { invitation: board.id } });
const bySingleLink = ({ singleLink }: Scene) => ({ params: { invitation: singleLink.token } });
const strangeKey = Object.assign(new Authenticator(), { userHandle: 'AAAA' });
const ofNoChallenge = {
  used: strangeKey.uses({ challenge: 'AAAA', rpId: 'localhost', timeout: 1, userVerification: 'required', allowCredentials: [] }),
  made: { id: strangeKey.credentialId, clientDataJSON: 'e30', attestationObject: 'oA' },
};
const newNames = () => ({ username: `n${randomUUID().slice(0, 8)}`, email: `${randomUUID()}@example.org` });
const aboutNoPasskey = (body?: unknown) => () => ({ params: { passkeyId: 'MMMMMMMMMMMMMMMMMMMMMM' }, ...(body ? { body } : {}) });
const byCode = ({ code }: Scene) => ({ params: { code: code.code } });
const forMembersByCode = {
  own: signedIn('code_not_found', { member: 'ok', administrator: 'ok' }),
  ...nowhereElse('code_not_found'),
};
const kiss = { title: 'Bisou du matin', points: 5 };

export const permissions: Record<EndpointKey, readonly Case[]> = {
  // Accounts
  'POST /api/accounts': [
    {
      what: 'makes an account',
      endsSession: true,
      call: () => ({
        body: { username: `n${randomUUID().slice(0, 8)}`, email: `${randomUUID()}@example.org`, password: 'orage violet 42' },
      }),
      replies: forEverybody,
    },
  ],
  'POST /api/guests': [
    {
      what: 'plays without an address, by a link for one person',
      endsSession: true,
      call: ({ singleLink }) => ({ body: { username: `n${randomUUID().slice(0, 8)}`, invitation: singleLink.token } }),
      replies: { own: all('ok'), ...nowhereElse('board_not_found', all) },
    },
    {
      what: 'does not play by the link of a board',
      call: ({ board }) => ({ body: { username: 'Maxime', invitation: board.id } }),
      replies: { own: all('board_not_found'), ...nowhereElse('board_not_found', all) },
    },
  ],
  'POST /api/demos': [
    {
      what: 'begins a demo, in place of no session',
      call: () => ({ body: {} }),
      replies: { own: signedIn('demo_for_visitors', { visitor: 'ok' }) },
    },
  ],
  'POST /api/guest/email': [
    {
      what: 'keeps no game of whoever is no guest',
      endsSession: true,
      guest: 'ok',
      call: () => ({ body: { email: `${randomUUID()}@example.org`, password: 'orage violet 42' } }),
      replies: { own: signedIn('already_kept') },
    },
  ],
  'POST /api/guest/code': [{ what: 'shows no code to whoever is no guest', guest: 'ok', replies: { own: signedIn('already_kept') } }],
  'POST /api/guest/code/confirm': [
    {
      what: 'keeps no game of whoever is no guest',
      guest: 'recovery_code_wrong',
      call: () => ({ body: { code: '0000-0000-0000-0000' } }),
      replies: { own: signedIn('already_kept') },
    },
  ],
  'POST /api/re-entry/look': [
    {
      what: 'shows nobody by an invented link',
      call: () => ({ body: { token: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: all('return_link_invalid') },
    },
  ],
  'POST /api/re-entry': [
    {
      what: 'opens nothing by an invented link',
      call: () => ({ body: { token: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: all('return_link_invalid') },
    },
  ],
  'GET /api/session': [{ what: 'reads the own session', replies: forEverybody }],
  'POST /api/session': [
    {
      what: 'signs in',
      endsSession: true,
      call: () => ({ body: { identifier: 'Signataire', password: 'orage violet 42' } }),
      replies: forEverybody,
    },
  ],
  'DELETE /api/session': [{ what: 'signs out', endsSession: true, replies: forEverybody }],
  'POST /api/session/passkey-challenge': [{ what: 'asks to sign in by a passkey', replies: forEverybody }],
  'POST /api/session/passkey': [
    { what: 'is refused with a challenge of nobody', call: () => ({ body: ofNoChallenge.used }), replies: { own: all('passkey_refused') } },
  ],
  'POST /api/accounts/passkey-challenge': [
    { what: 'asks to sign up by a passkey', call: () => ({ body: newNames() }), replies: forEverybody },
  ],
  'POST /api/accounts/passkey': [
    {
      what: 'is refused with a challenge of nobody',
      call: () => ({ body: { ...newNames(), passkey: ofNoChallenge.made } }),
      replies: { own: all('passkey_refused') },
    },
  ],
  'GET /api/passkeys': [{ what: 'reads the own passkeys', replies: forSignedIn }],
  'POST /api/passkeys/challenge': [
    {
      what: 'is refused with a wrong password',
      call: () => ({ body: { password: 'pas le bon' } }),
      replies: { own: signedIn('wrong_password') },
    },
  ],
  'POST /api/passkeys': [
    {
      what: 'is refused with a challenge of nobody',
      call: () => ({ body: ofNoChallenge.made }),
      replies: { own: signedIn('passkey_refused') },
    },
  ],
  'PATCH /api/passkeys/:passkeyId': [
    { what: 'renames no passkey of others', call: aboutNoPasskey({ name: 'à moi' }), replies: { own: signedIn('passkey_not_found') } },
  ],
  'DELETE /api/passkeys/:passkeyId': [
    { what: 'removes no passkey of others', call: aboutNoPasskey(), replies: { own: signedIn('passkey_not_found') } },
  ],
  'POST /api/account/passkey-challenge': [{ what: 'asks to prove who they are', replies: forSignedIn }],
  'GET /api/users/:username': [{ what: 'looks a name up', call: () => ({ params: { username: 'Signataire' } }), replies: forSignedIn }],

  'PATCH /api/account': [{ what: 'changes the own avatar', call: () => ({ body: { avatar: '⭐' } }), replies: forSignedIn }],
  'PATCH /api/account/preferences': [
    { what: 'changes a preference', call: () => ({ body: { onlineStatus: false } }), replies: forSignedIn },
  ],
  'PUT /api/account/password': [
    {
      what: 'is refused with a wrong password',
      call: () => ({ body: { currentPassword: 'pas le bon', newPassword: 'orage violet 43' } }),
      replies: { own: signedIn('wrong_password') },
    },
  ],
  'GET /api/account/export': [{ what: 'exports the own data', replies: forSignedIn }],
  'GET /api/account/deletion': [{ what: 'reads what a deletion would take', replies: forSignedIn }],
  'POST /api/account/deletion': [
    {
      what: 'is refused with a wrong password',
      call: () => ({ body: { password: 'pas le bon' } }),
      replies: { own: signedIn('wrong_password') },
    },
  ],
  'GET /api/sessions': [{ what: 'lists the own browsers', replies: forSignedIn }],
  'DELETE /api/sessions': [{ what: 'signs the other browsers out', replies: forSignedIn }],
  'DELETE /api/sessions/:sessionId': [
    {
      what: 'does not find the session of nobody',
      call: () => ({ params: { sessionId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: signedIn('session_not_found') },
    },
  ],
  'GET /api/tokens': [{ what: 'lists the own tokens', replies: forSignedIn }],
  'POST /api/tokens': [
    {
      what: 'makes a token for the board',
      call: ({ board }) => ({ body: { name: 'Bouton', rights: 'log', boards: [board.id] } }),
      replies: forMembers,
    },
  ],
  'DELETE /api/tokens/:tokenId': [
    {
      what: 'does not find the token of nobody',
      call: () => ({ params: { tokenId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: signedIn('token_not_found') },
    },
  ],
  'POST /api/password-resets': [
    {
      what: 'asks for a reset',
      call: () => ({ body: { email: `${randomUUID()}@example.org` } }),
      replies: { own: all('email_unknown') },
    },
  ],
  'PUT /api/password': [
    {
      what: 'is refused with a forged link',
      call: () => ({ body: { token: 'AAAA', password: 'orage violet 43' } }),
      replies: { own: all('reset_link_invalid') },
    },
  ],

  // The app itself
  'GET /api/configuration': [{ what: 'reads what the host has set', replies: forEverybody }],
  'POST /api/counts': [
    { what: 'counts a visit', call: () => ({ body: { counts: [{ name: 'visit', count: 1 }] } }), replies: forEverybody },
  ],

  // Catalogue
  'GET /api/predefined-actions': [{ what: 'reads the catalogue', replies: forSignedIn }],
  'GET /api/emojis': [{ what: 'reads the emojis', replies: forEverybody }],
  'GET /api/actions': [{ what: 'reads the offered actions', replies: forSignedIn }],
  'GET /api/favourites': [{ what: 'reads what is at hand', replies: forSignedIn }],

  // Boards
  'GET /api/boards': [{ what: 'lists the own boards', replies: forSignedIn }],
  'POST /api/boards': [{ what: 'makes a board', call: () => ({ body: { title: 'Neuf', actions: [kiss] } }), replies: forSignedIn }],
  'GET /api/widget': [{ what: 'reads the boards in short', replies: forSignedIn }],
  'GET /api/boards/:boardId/widget': [{ what: 'reads the board in short', call: aboutBoard, replies: forMembers }],
  'GET /api/boards/:boardId': [{ what: 'opens the board', call: aboutBoard, replies: forMembers }],
  'PATCH /api/boards/:boardId': [
    { what: 'renames the board', call: (scene) => ({ ...aboutBoard(scene), body: { title: 'Rebaptisé' } }), replies: forAdministrator },
    {
      what: 'changes the time zone',
      call: (scene) => ({ ...aboutBoard(scene), body: { timeZone: 'America/New_York' } }),
      replies: forAdministrator,
    },
    { what: 'switches the link off', call: (scene) => ({ ...aboutBoard(scene), body: { linkEnabled: false } }), replies: forAdministrator },
  ],
  'GET /api/boards/:boardId/scores': [
    { what: 'reads the scores of a week', call: (scene) => ({ ...aboutBoard(scene), query: { period: 'week' } }), replies: forMembers },
  ],
  'GET /api/boards/:boardId/recaps': [{ what: 'reads which recaps there are', call: aboutBoard, replies: forMembers }],
  'GET /api/boards/:boardId/recaps/:week': [{ what: 'reads the recap of a week', call: aboutLastWeek, replies: forMembers }],
  'PUT /api/boards/:boardId/recaps/:week/read': [{ what: 'has read the recap of a week', call: aboutLastWeek, replies: forMembers }],
  'GET /api/boards/:boardId/gesture': [{ what: 'reads what there is to choose from', call: aboutBoard, replies: forMembers }],
  'PUT /api/boards/:boardId/gesture': [
    {
      what: 'chooses what is not there as the gesture of the week',
      call: ({ board }) => ({ params: { boardId: board.id }, body: { activityId: 'aucune' } }),
      replies: {
        own: signedIn('board_not_found', { member: 'activity_not_found', administrator: 'activity_not_found' }),
        ...nowhereElse(),
      },
    },
  ],
  'GET /api/boards/:boardId/gestures': [{ what: 'reads the gestures of past weeks', call: aboutBoard, replies: forMembers }],
  'GET /api/boards/:boardId/films': [{ what: 'reads which films there are', call: aboutBoard, replies: forMembers }],
  'GET /api/boards/:boardId/films/:period': [{ what: 'opens a film', call: aboutFilm, replies: forMembers }],
  'PUT /api/boards/:boardId/films/:period/seen': [{ what: 'has seen a film', call: aboutFilm, replies: forMembers }],
  'GET /api/recap-mail': [{ what: 'reads whether recaps come by mail', replies: forSignedIn }],
  'PUT /api/recap-mail': [{ what: 'asks for recaps by mail', replies: forSignedIn }],
  'DELETE /api/recap-mail': [{ what: 'wants no more recaps by mail', replies: forSignedIn }],
  'GET /api/recap-mail/unsubscriptions/:token': [
    {
      what: 'is led to the page that ends the mails',
      call: () => ({ params: { token: 'KKKKKKKKKKKKKKKKKKKKKK' } }),
      replies: forEverybody,
    },
  ],
  'POST /api/recap-mail/unsubscriptions/:token': [
    { what: 'ends the mails with the token of one', call: () => ({ params: { token: 'KKKKKKKKKKKKKKKKKKKKKK' } }), replies: forEverybody },
  ],
  'DELETE /api/boards/:boardId': [{ what: 'deletes the board', call: aboutBoard, replies: forAdministrator }],
  'GET /api/boards/:boardId/changes': [
    { what: 'reads the changes', call: (scene) => ({ ...aboutBoard(scene), query: { after: '0' } }), replies: forMembers },
  ],
  'POST /api/boards/:boardId/actions': [
    { what: 'adds an action', call: (scene) => ({ ...aboutBoard(scene), body: { actions: [kiss] } }), replies: forAdministrator },
  ],
  'PATCH /api/boards/:boardId/actions/:actionId': [
    { what: 'edits an action', call: aboutAction({ title: 'Petit-déj au balcon', points: 25 }), replies: forAdministrator },
    { what: 'retires an action', call: aboutAction({ retired: true }), replies: forAdministrator },
    {
      what: 'edits what is no action of the board',
      call: ({ board }) => ({ params: { boardId: board.id, actionId: 'AAAAAAAAAAAAAAAAAAAAAA' }, body: { points: 25 } }),
      replies: {
        own: signedIn('board_not_found', { member: 'administrator_only', administrator: 'action_not_found_in_board' }),
        ...nowhereElse(),
      },
    },
  ],
  'GET /api/boards/:boardId/actions/retired': [{ what: 'reads what was retired', call: aboutBoard, replies: forAdministrator }],
  'PUT /api/boards/:boardId/actions/order': [
    {
      what: 'orders the actions',
      call: ({ board }) => ({ params: { boardId: board.id }, body: { actionIds: [board.dishes, board.breakfast] } }),
      replies: forAdministrator,
    },
  ],
  'GET /api/boards/:boardId/proposals': [{ what: 'reads what is proposed', call: aboutBoard, replies: forMembers }],
  'POST /api/boards/:boardId/proposals': [
    { what: 'proposes an action', call: (scene) => ({ ...aboutBoard(scene), body: kiss }), replies: forMembers },
  ],
  'POST /api/boards/:boardId/proposals/:proposalId/acceptance': [
    { what: 'accepts a proposed action', call: aboutProposal, replies: forAdministrator },
  ],
  'DELETE /api/boards/:boardId/proposals/:proposalId': [
    {
      what: "ends another member's proposal",
      call: aboutProposal,
      replies: { own: signedIn('board_not_found', { member: 'proposal_not_found', administrator: 'ok' }), ...nowhereElse() },
    },
  ],
  'PUT /api/boards/:boardId/actions/:actionId/favourite': [
    { what: 'keeps an action at hand', call: aboutAction(undefined), replies: forMembers },
    {
      what: 'keeps at hand what is no action of the board',
      call: ({ board }) => ({ params: { boardId: board.id, actionId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: {
        own: signedIn('board_not_found', { member: 'action_not_found_in_board', administrator: 'action_not_found_in_board' }),
        ...nowhereElse(),
      },
    },
  ],
  'DELETE /api/boards/:boardId/actions/:actionId/favourite': [
    { what: 'keeps an action at hand no more', call: aboutAction(undefined), replies: forMembers },
  ],
  'DELETE /api/boards/:boardId/members/:userId': [
    {
      what: 'removes a member',
      call: ({ board, otherMember }) => ({ params: { boardId: board.id, userId: otherMember } }),
      replies: forAdministrator,
    },
    {
      what: 'leaves',
      call: ({ board }, actor) => ({ params: { boardId: board.id, userId: actor.id || 'personne' } }),
      replies: { ...forMembers, own: signedIn('board_not_found', { member: 'ok', administrator: 'administrator_stays' }) },
    },
  ],
  'PUT /api/boards/:boardId/administrator': [
    { what: 'hands over', call: (scene) => ({ ...aboutBoard(scene), body: { userId: scene.otherMember } }), replies: forAdministrator },
  ],
  'GET /api/invitations/:invitation': [
    {
      what: 'follows the link',
      call: byBoardLink,
      replies: { own: all('ok'), foreign: all('ok'), missing: all('board_not_found'), deleted: all('board_not_found') },
    },
    {
      what: 'follows a link that is off',
      linkOff: true,
      call: byBoardLink,
      replies: {
        own: all('board_not_found', { member: 'ok', administrator: 'ok' }),
        foreign: all('board_not_found'),
        missing: all('board_not_found'),
        deleted: all('board_not_found'),
      },
    },
    { what: 'follows a link for one person', call: bySingleLink, replies: { own: all('ok'), ...nowhereElse('board_not_found', all) } },
    {
      what: 'follows a link for one person beside a link that is off',
      linkOff: true,
      call: bySingleLink,
      replies: { own: all('ok'), ...nowhereElse('board_not_found', all) },
    },
  ],
  'POST /api/invitations/:invitation/acceptance': [
    {
      what: 'joins by a link for one person',
      call: bySingleLink,
      replies: { own: signedIn('ok', { member: 'you_are_member', administrator: 'you_are_member' }), ...nowhereElse() },
    },
    {
      what: 'joins by a link for one person beside a link that is off',
      linkOff: true,
      call: bySingleLink,
      replies: { own: signedIn('ok', { member: 'you_are_member', administrator: 'you_are_member' }), ...nowhereElse() },
    },
    { what: 'does not join by the link of a board', call: byBoardLink, replies: { own: signedIn('board_not_found'), ...nowhereElse() } },
  ],
  'GET /api/boards/:boardId/single-links': [{ what: 'lists links for one person', call: aboutBoard, replies: forAdministrator }],
  'POST /api/boards/:boardId/single-links': [{ what: 'makes a link for one person', call: aboutBoard, replies: forAdministrator }],
  'DELETE /api/boards/:boardId/single-links/:linkId': [
    {
      what: 'withdraws a link for one person',
      call: ({ board, singleLink }) => ({ params: { boardId: board.id, linkId: singleLink.id } }),
      replies: forAdministrator,
    },
  ],

  'GET /api/boards/:boardId/guests': [{ what: 'lists who plays without an address', call: aboutBoard, replies: forAdministrator }],
  'POST /api/boards/:boardId/members/:userId/re-entry': [
    {
      what: 'makes a link of re-entry for a guest',
      call: ({ board, guest }) => ({ params: { boardId: board.id, userId: guest } }),
      replies: forAdministrator,
    },
    {
      what: 'makes no link of re-entry for a member with an address',
      call: ({ board, otherMember }) => ({ params: { boardId: board.id, userId: otherMember } }),
      replies: {
        own: signedIn('board_not_found', { member: 'administrator_only', administrator: 'not_a_guest' }),
        ...nowhereElse(),
      },
    },
  ],

  // Activities
  'GET /api/activities': [{ what: 'reads the own feed', replies: forSignedIn }],
  'POST /api/activities': [
    {
      what: 'logs on several boards',
      call: ({ board }) => ({ body: { activities: [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast }] } }),
      replies: forMembers,
    },
  ],
  'GET /api/boards/:boardId/activities': [{ what: 'reads the activities', call: aboutBoard, replies: forMembers }],
  'POST /api/boards/:boardId/activities': [
    {
      what: 'logs an activity',
      call: (scene) => ({ ...aboutBoard(scene), body: { id: randomUUID(), actionId: scene.board.breakfast } }),
      replies: forMembers,
    },
    {
      what: 'notes an activity for another member',
      call: (scene) => ({ ...aboutBoard(scene), body: { id: randomUUID(), actionId: scene.board.breakfast, for: scene.otherMember } }),
      replies: forMembers,
    },
  ],

  'POST /api/boards/:boardId/log': [
    {
      what: 'logs an action by its id',
      call: (scene) => ({ ...aboutBoard(scene), body: { action: scene.board.breakfast } }),
      replies: forMembers,
    },
  ],
  'POST /api/boards/:boardId/activities/:activityId/undo': [
    {
      what: 'takes an activity of its own back',
      call: ({ board, activityOf }, actor) => ({ params: { boardId: board.id, activityId: activityOf[actor.name] ?? 'aucune' } }),
      replies: { own: signedIn('board_not_found', { member: 'ok', administrator: 'ok' }), ...nowhereElse() },
    },
    {
      what: "takes another member's activity back",
      call: ({ board, activityOfOther }) => ({ params: { boardId: board.id, activityId: activityOfOther } }),
      replies: { own: signedIn('board_not_found', { member: 'undo_not_allowed', administrator: 'ok' }), ...nowhereElse() },
    },
  ],
  'GET /api/owed-losses': [{ what: 'reads the losses that wait for the own avowal', replies: forSignedIn }],
  'POST /api/boards/:boardId/owed-losses': [
    {
      what: 'notes a loss for another member',
      call: (scene) => ({ ...aboutBoard(scene), body: { id: randomUUID(), actionId: scene.board.dishes, for: scene.otherMember } }),
      replies: forMembers,
    },
  ],
  'PUT /api/boards/:boardId/owed-losses/:activityId/answer': [
    {
      what: 'avows what waits for nobody',
      call: ({ board, activityOfOther }) => ({ params: { boardId: board.id, activityId: activityOfOther }, body: { confess: true } }),
      replies: {
        own: signedIn('board_not_found', { member: 'owed_loss_not_found', administrator: 'owed_loss_not_found' }),
        ...nowhereElse(),
      },
    },
    {
      what: 'denies what waits for nobody',
      call: ({ board, activityOfOther }) => ({ params: { boardId: board.id, activityId: activityOfOther }, body: { confess: false } }),
      replies: forMembers,
    },
  ],
  'PUT /api/boards/:boardId/activities/:activityId/note': [
    {
      what: 'writes under an activity of its own',
      call: ({ board, activityOf }, actor) => ({
        params: { boardId: board.id, activityId: activityOf[actor.name] ?? 'aucune' },
        body: { note: 'Avec le sourire' },
      }),
      replies: { own: signedIn('board_not_found', { member: 'ok', administrator: 'ok' }), ...nowhereElse() },
    },
    {
      what: "writes under another member's activity",
      call: ({ board, activityOfOther }) => ({ params: { boardId: board.id, activityId: activityOfOther }, body: { note: 'Bof' } }),
      replies: {
        own: signedIn('board_not_found', { member: 'note_not_allowed', administrator: 'note_not_allowed' }),
        ...nowhereElse(),
      },
    },
  ],
  'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': [
    { what: "reacts to another member's activity", call: aboutReaction, replies: forMembers },
  ],
  'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji': [
    { what: 'takes a reaction back that is not there', call: aboutReaction, replies: forMembers },
  ],

  // Seasons
  'POST /api/boards/:boardId/agreements': [
    {
      what: 'proposes a goal beside one that waits',
      call: ({ board }) => ({
        params: { boardId: board.id },
        body: { id: randomUUID(), terms: { kind: 'goal', length: 'week', points: 10 } },
      }),
      replies: { own: signedIn('board_not_found', { member: 'agreement_open', administrator: 'agreement_open' }), ...nowhereElse() },
    },
  ],
  'PUT /api/boards/:boardId/agreements/:agreementId/answer': [
    { what: 'agrees to what another member proposes', call: aboutAgreement({ yes: true }), replies: forMembers },
  ],
  'DELETE /api/boards/:boardId/agreements/:agreementId': [
    {
      what: 'withdraws what another member proposes',
      call: aboutAgreement(),
      replies: { own: signedIn('board_not_found', { member: 'not_the_proposer', administrator: 'not_the_proposer' }), ...nowhereElse() },
    },
  ],
  'GET /api/boards/:boardId/seasons': [{ what: 'reads the seasons', call: aboutBoard, replies: forMembers }],
  'PUT /api/boards/:boardId/seasons/:seasonId/paid': [
    {
      what: 'ticks off the stake of a season that is not there',
      call: ({ board }) => ({ params: { boardId: board.id, seasonId: 'aucune' } }),
      replies: { own: signedIn('board_not_found', { member: 'season_not_found', administrator: 'season_not_found' }), ...nowhereElse() },
    },
  ],
  'POST /api/boards/:boardId/contests': [
    {
      what: "contests another member's activity",
      call: ({ board, activityOfOther }) => ({
        params: { boardId: board.id },
        body: { id: randomUUID(), activityId: activityOfOther, emoji: '🤨' },
      }),
      replies: forMembers,
    },
  ],
  'DELETE /api/boards/:boardId/contests': [{ what: 'ends all contesting', call: aboutBoard, replies: forMembers }],
  'PUT /api/boards/:boardId/contests/:contestId/answer': [
    {
      what: 'answers for another member',
      call: ({ board, contestOfOther }) => ({ params: { boardId: board.id, contestId: contestOfOther }, body: { keeps: true } }),
      replies: { own: signedIn('board_not_found', { member: 'answer_not_yours', administrator: 'answer_not_yours' }), ...nowhereElse() },
    },
  ],
  'GET /api/boards/:boardId/contests/:contestId/vote': [{ what: 'reads the own vote', call: aboutContest, replies: forMembers }],
  'PUT /api/boards/:boardId/contests/:contestId/vote': [
    {
      what: 'votes on what two others are about',
      call: (scene) => ({ ...aboutContest(scene), body: { isVoid: true } }),
      replies: forMembers,
    },
  ],
  'POST /api/boards/:boardId/contests/:contestId/coin': [
    {
      what: 'asks for the coin where others may vote',
      call: aboutContest,
      replies: { own: signedIn('board_not_found', { member: 'coin_for_two', administrator: 'coin_for_two' }), ...nowhereElse() },
    },
  ],

  // Notifications
  'GET /api/notifications': [{ what: 'reads the own choices', replies: forSignedIn }],
  'PATCH /api/notifications': [
    { what: 'changes a choice', call: () => ({ body: { kinds: { achievements: true } } }), replies: forSignedIn },
  ],
  'PUT /api/notifications/device': [
    {
      what: 'is refused at an address in the house',
      call: () => ({ body: subscription('https://10.0.0.1') }),
      replies: { own: signedIn('push_address_refused') },
    },
  ],
  'DELETE /api/notifications/device': [{ what: 'unsubscribes the own device', replies: forSignedIn }],
  'PUT /api/notifications/seen': [
    {
      what: 'leaves out boards of others',
      call: ({ board }) => ({ body: { boards: [{ boardId: board.id, revision: 1 }] } }),
      replies: { own: signedIn('ok'), foreign: signedIn('ok'), missing: signedIn('ok'), deleted: signedIn('ok') },
    },
  ],
  'GET /api/notifications/:notificationId': [
    {
      what: 'does not find the words of no notification',
      call: () => ({ params: { notificationId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: signedIn('notification_not_found') },
    },
  ],
  'PUT /api/boards/:boardId/mute': [{ what: 'mutes the board', call: aboutBoard, replies: forMembers }],
  'DELETE /api/boards/:boardId/mute': [{ what: 'mutes the board no more', call: aboutBoard, replies: forMembers }],
  'POST /api/boards/:boardId/members/:userId/nudge': [
    {
      what: 'nudges another member',
      call: ({ board, otherMember }) => ({ params: { boardId: board.id, userId: otherMember } }),
      replies: forMembers,
    },
    {
      what: 'does not nudge who is no member',
      call: ({ board }) => ({ params: { boardId: board.id, userId: 'personne' } }),
      replies: { ...forMembers, own: signedIn('board_not_found', { member: 'member_not_found', administrator: 'member_not_found' }) },
    },
    {
      what: 'does not nudge the own person',
      call: ({ board }, actor) => ({ params: { boardId: board.id, userId: actor.id || 'personne' } }),
      replies: { ...forMembers, own: signedIn('board_not_found', { member: 'nudged_yourself', administrator: 'nudged_yourself' }) },
    },
  ],

  // Webhooks
  'GET /api/boards/:boardId/webhooks': [{ what: 'reads where the webhooks of the board lead', call: aboutBoard, replies: forMembers }],
  'POST /api/boards/:boardId/webhooks': [
    {
      what: 'makes a webhook',
      call: ({ board }) => ({ params: { boardId: board.id }, body: { url: 'https://crochet.invalid/ici' } }),
      replies: forAdministrator,
    },
  ],
  'PATCH /api/boards/:boardId/webhooks/:webhookId': [
    { what: 'does not switch a webhook that is not there', call: aboutNoWebhook({ isOn: false }), replies: withoutWebhook },
  ],
  'DELETE /api/boards/:boardId/webhooks/:webhookId': [
    { what: 'does not delete a webhook that is not there', call: aboutNoWebhook(), replies: withoutWebhook },
  ],
  'POST /api/boards/:boardId/webhooks/:webhookId/secret': [
    { what: 'changes no secret of a webhook that is not there', call: aboutNoWebhook(), replies: withoutWebhook },
  ],
  'POST /api/boards/:boardId/webhooks/:webhookId/test': [
    { what: 'does not try a webhook that is not there', call: aboutNoWebhook(), replies: withoutWebhook },
  ],
  'GET /api/boards/:boardId/webhooks/:webhookId/deliveries': [
    { what: 'reads no log of a webhook that is not there', call: aboutNoWebhook(), replies: withoutWebhook },
  ],
  'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again': [
    { what: 'sends nothing again to a webhook that is not there', call: aboutNoWebhook(), replies: withoutWebhook },
  ],
  'PUT /api/boards/:boardId/left-out': [{ what: 'is left out of what is sent', call: aboutBoard, replies: forMembers }],
  'DELETE /api/boards/:boardId/left-out': [{ what: 'is left out no more', call: aboutBoard, replies: forMembers }],
  // Codes of stickers
  'GET /api/codes': [{ what: 'reads the own codes', replies: forSignedIn }],
  'POST /api/codes': [
    {
      what: 'makes a code for an action',
      call: ({ board }) => ({ body: { name: 'Cuisine', boardId: board.id, actionId: board.breakfast } }),
      replies: forMembers,
    },
    {
      what: 'makes a code for a nudge',
      call: ({ board, otherMember }) => ({ body: { name: 'Frigo', boardId: board.id, userId: otherMember } }),
      replies: forMembers,
    },
  ],
  'PUT /api/codes/:codeId': [
    {
      what: "does not point somebody else's code elsewhere",
      call: ({ board, code }) => ({
        params: { codeId: code.id },
        body: { name: 'Cuisine', boardId: board.id, actionId: board.breakfast },
      }),
      replies: { own: signedIn('code_not_found'), ...nowhereElse('code_not_found') },
    },
  ],
  'DELETE /api/codes/:codeId': [
    {
      what: "says of somebody else's code what it says of an ended one, and leaves it",
      call: ({ code }) => ({ params: { codeId: code.id } }),
      replies: forSignedIn,
    },
  ],
  'GET /api/l/:code': [{ what: 'opens a code', call: byCode, replies: forMembersByCode }],
  'POST /api/l/:code/nudge': [
    {
      what: 'nudges by a code',
      call: ({ nudgeCode }) => ({ params: { code: nudgeCode.code } }),
      replies: forMembersByCode,
    },
    { what: 'does not nudge by the code of an action', call: byCode, replies: { own: signedIn('code_not_found') } },
  ],

  // Achievements
  'GET /api/achievements': [{ what: 'reads the own achievements', replies: forSignedIn }],
  'GET /api/boards/:boardId/members/:userId/achievements': [
    {
      what: "reads another member's achievements",
      call: ({ board, otherMember }) => ({ params: { boardId: board.id, userId: otherMember } }),
      replies: forMembers,
    },
    {
      what: 'finds no achievements of who is no member',
      call: ({ board }) => ({ params: { boardId: board.id, userId: 'personne' } }),
      replies: { ...forMembers, own: signedIn('board_not_found', { member: 'member_not_found', administrator: 'member_not_found' }) },
    },
  ],
  // Requests
  'GET /api/requests': [{ what: 'reads the own requests', replies: forSignedIn }],
  'POST /api/boards/:boardId/requests': [
    {
      what: 'asks to join',
      call: (scene) => ({ ...aboutBoard(scene), body: { type: 'request' } }),
      replies: {
        own: signedIn('ok', { invited: 'already_requested', member: 'you_are_member', administrator: 'you_are_member' }),
        foreign: signedIn('ok'),
        missing: signedIn('board_not_found'),
        deleted: signedIn('board_not_found'),
      },
    },
    {
      what: 'asks to join while the link is off',
      linkOff: true,
      call: (scene) => ({ ...aboutBoard(scene), body: { type: 'request' } }),
      replies: { own: signedIn('board_not_found', { member: 'you_are_member', administrator: 'you_are_member' }), ...nowhereElse() },
    },
    {
      what: 'invites',
      call: (scene) => ({ ...aboutBoard(scene), body: { type: 'invitation', username: 'Signataire' } }),
      replies: forAdministrator,
    },
    {
      what: 'proposes',
      guest: 'guest_must_keep',
      call: (scene) => ({ ...aboutBoard(scene), body: { type: 'member_invitation', username: 'Signataire' } }),
      // An administrator has nobody to propose to.
      replies: { own: signedIn('board_not_found', { member: 'ok', administrator: 'invalid_input' }), ...nowhereElse() },
    },
  ],
  'POST /api/requests/:requestId/acceptance': [
    {
      what: 'lets somebody in',
      call: ({ joinRequest }) => ({ params: { requestId: joinRequest } }),
      replies: {
        own: signedIn('request_not_found', { administrator: 'ok' }),
        ...nowhereElse('request_not_found'),
      },
    },
    {
      what: 'accepts an invitation',
      call: ({ invitation }) => ({ params: { requestId: invitation } }),
      replies: {
        own: signedIn('request_not_found', { invited: 'ok' }),
        ...nowhereElse('request_not_found'),
      },
    },
  ],
  'POST /api/requests/:requestId/rejection': [
    {
      what: 'turns somebody away',
      call: ({ joinRequest }) => ({ params: { requestId: joinRequest } }),
      replies: { own: signedIn('request_not_found', { administrator: 'ok' }), ...nowhereElse('request_not_found') },
    },
    {
      what: 'declines an invitation',
      call: ({ invitation }) => ({ params: { requestId: invitation } }),
      replies: { own: signedIn('request_not_found', { invited: 'ok' }), ...nowhereElse('request_not_found') },
    },
  ],
  'DELETE /api/requests/:requestId': [
    {
      what: 'withdraws an invitation',
      call: ({ invitation }) => ({ params: { requestId: invitation } }),
      replies: { own: signedIn('request_not_found', { administrator: 'ok' }), ...nowhereElse('request_not_found') },
    },
    {
      what: "withdraws another's wish to join",
      call: ({ joinRequest }) => ({ params: { requestId: joinRequest } }),
      replies: { own: signedIn('request_not_found'), ...nowhereElse('request_not_found') },
    },
  ],
  'POST /api/requests/:requestId/block': [
    {
      what: 'wants no more invitations of who invites',
      call: ({ invitation }) => ({ params: { requestId: invitation } }),
      replies: { own: signedIn('request_not_found', { invited: 'ok' }), ...nowhereElse('request_not_found') },
    },
    {
      what: 'cannot block who asks to join',
      call: ({ joinRequest }) => ({ params: { requestId: joinRequest } }),
      replies: { own: signedIn('request_not_found'), ...nowhereElse('request_not_found') },
    },
  ],
  'GET /api/blocks': [{ what: 'lists whom one has blocked', replies: forSignedIn }],
  'DELETE /api/blocks/:userId': [{ what: 'unblocks nobody', call: () => ({ params: { userId: 'personne' } }), replies: forSignedIn }],

  // Live
  'GET /api/live': [{ what: 'opens the stream', replies: forSignedIn }],

  // Walls: what a wall itself is answered is in `server/walls/walls.test.ts`.
  'GET /api/walls': [{ what: 'lists the own walls', replies: forSignedIn }],
  'POST /api/boards/:boardId/walls': [
    {
      what: 'opens a wall',
      endsSession: true,
      call: ({ board }) => ({ params: { boardId: board.id }, body: { logs: true, code: '4071' } }),
      replies: forMembers,
    },
  ],
  'DELETE /api/walls/:wallId': [
    {
      what: 'does not find the wall of nobody',
      call: () => ({ params: { wallId: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      replies: { own: signedIn('wall_not_found') },
    },
  ],
  'GET /api/wall': [{ what: 'finds no wall without its cookie', replies: { own: all('wall_over') } }],
  'GET /api/wall/live': [{ what: 'finds no wall without its cookie', replies: { own: all('wall_over') } }],
  'POST /api/wall/activities': [
    {
      what: 'finds no wall without its cookie',
      call: ({ board, otherMember }) => ({
        body: { id: randomUUID(), actionId: board.breakfast, points: 20, memberId: otherMember },
      }),
      replies: { own: all('wall_over') },
    },
  ],
  'POST /api/wall/activities/:activityId/undo': [
    {
      what: 'finds no wall without its cookie',
      call: () => ({ params: { activityId: randomUUID() } }),
      replies: { own: all('wall_over') },
    },
  ],
  'POST /api/wall/end': [
    { what: 'finds no wall without its cookie', call: () => ({ body: { code: '4071' } }), replies: { own: all('wall_over') } },
  ],
};
