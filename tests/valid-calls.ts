/** One call of every endpoint that would succeed: what is tried with wrong headers and wrong bodies. */
import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '#shared/api';
import { plantCode } from './codes.ts';
import { guestOn, returnLinkFor, singleLinkOf } from './guests.ts';
import { chooseLastWeek, lastWeek, ownFilm, playLastWeek } from './last-week.ts';
import { newActivityId } from './people.ts';
import { addPasskey, Authenticator, passkeyOrigin, proofBy } from './passkeys.ts';
import { subscription, told } from './push-subscriptions.ts';
import { agree, contest, contests, goal, pauseOf, playedSeason } from './seasons.ts';
import { wallBy, wallCode } from './walls.ts';
import { deliveredTo, hookedBoard } from './hooked-boards.ts';
import { accept, boardOf, log, password, resetToken, type Someone, type TestApp, waiting } from './test-app.ts';

export interface ValidCall {
  actor: Someone;
  input: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
}

export async function validCalls(testApp: TestApp): Promise<Record<EndpointKey, ValidCall>> {
  // Mails are offered, and go into files as before.
  testApp.config.smtpUrl ??= 'smtp://127.0.0.1:9';
  testApp.config.origin ??= passkeyOrigin;
  const [lea, max, nora, zoe, rosa] = await testApp.signUpAll('Léa', 'Max', 'Nora', 'Zoé', 'Rosa');
  const board = await boardOf(lea, [max], { invited: [nora, rosa] });
  const other = await boardOf(zoe, [], { invited: [lea, nora] });
  await accept(lea, other.id);
  const params = { boardId: board.id };
  // No call adds anything to this board.
  const ordered = await boardOf(lea);
  const { activity } = await log(max, board, 'breakfast');
  // The other one is undone.
  const { activity: cheered } = await log(max, board, 'breakfast');
  const { activity: own } = await log(lea, board, 'breakfast');
  const owed = newActivityId();
  await zoe.does('POST /api/boards/:boardId/owed-losses', {
    params: { boardId: other.id },
    body: { id: owed, actionId: other.dishes, for: lea.id },
  });
  const lately = await playLastWeek(testApp, board, lea);
  await chooseLastWeek(testApp, board, lately, max);
  const propose = (title: string) => max.does('POST /api/boards/:boardId/proposals', { params, body: { title, points: 10 } });
  const { proposal: accepted } = await propose('Tour du parc');
  const { proposal: declined } = await propose('Tour du lac');
  await lea.elsewhere();
  const elsewhere = (await lea.does('GET /api/sessions')).sessions.find(({ isCurrent }) => !isCurrent);
  // These people are needed for nothing else: their sessions, passwords and accounts end by it.
  const [ada, ines, sam] = await testApp.signUpAll('Ada', 'Inès', 'Sam');
  const [visitor, signer] = [testApp.visitor(), testApp.visitor()];
  const keyed = await testApp.signUp('Iris');
  const device = await addPasskey(keyed, password);
  const [passkey] = (await keyed.does('GET /api/passkeys')).passkeys;
  const ofPasskey = { passkeyId: passkey?.id ?? '' };
  const names = { username: 'Sésame', email: 'sesame@example.org', avatar: '🦄' } as const;
  const firstPasskey = new Authenticator().makes(await visitor.does('POST /api/accounts/passkey-challenge', { body: names }));
  const signedIn = device.uses(await signer.does('POST /api/session/passkey-challenge'));
  const proof = await proofBy(keyed, device);
  const secondPasskey = new Authenticator().makes(await keyed.does('POST /api/passkeys/challenge', { body: { password } }));
  const left = await boardOf(ines, [max]);
  const { token } = await lea.does('POST /api/tokens', { body: { name: 'Raccourci', rights: 'read', boards: null } });
  const { link } = await lea.does('POST /api/boards/:boardId/single-links', { params });
  const reset = await resetToken(testApp, zoe);
  const invitation = { requestId: (await waiting(nora, board.id)).id };
  // An answer to the other one has left nothing to withdraw.
  const unanswered = { requestId: (await waiting(rosa, board.id)).id };
  const played = await boardOf(lea, [max]);
  const won = await playedSeason(testApp, played, [lea, max]);
  const answered = await agree(testApp, played, [max], goal);
  const withdrawn = await agree(testApp, played, [lea], pauseOf(3));
  const [duel, jury] = [await boardOf(lea, [max]), await boardOf(lea, [max, zoe])];
  for (const where of [played, duel]) await agree(testApp, where, [lea, max], contests);
  await agree(testApp, jury, [lea, max, zoe], contests);
  const contested = await contest(testApp, played, max, lea);
  const { activity: contestable } = await log(max, played, 'breakfast');
  const tossable = await contest(testApp, duel, max, lea, { kept: true });
  const votable = await contest(testApp, jury, max, zoe, { kept: true });
  // Nobody leaves this board, and nobody ends it.
  const [tom, uma] = await testApp.signUpAll('Tom', 'Uma');
  const hung = await boardOf(tom, [uma]);
  const [wall, leaving] = [await wallBy(tom, hung), await wallBy(tom, hung)];
  await wallBy(uma, hung);
  // Nor of this one.
  const hosted = await boardOf(uma);
  const guestNamed = (name: string) => guestOn(testApp, uma, hosted, name);
  const [mailed, coded, typing, lost, back] = [
    await guestNamed('Paul'),
    await guestNamed('Anna'),
    await guestNamed('Luce'),
    await guestNamed('Jean'),
    await guestNamed('Rose'),
  ];
  const { code: shown } = await typing.does('POST /api/guest/code');
  const returnLink = { token: await returnLinkFor(uma, hosted, back) };
  const guestLink = await singleLinkOf(uma, hosted);
  const mistaken = newActivityId();
  await wall.does('POST /api/wall/activities', { body: { id: mistaken, actionId: hung.breakfast, points: 20, memberId: uma.id } });
  // Its end ends none of those that other calls are made by.
  const ended = (await uma.does('GET /api/walls')).walls[0];
  const kept = { boardId: jury.id, madeBy: lea.id };
  // Elsewhere it is an unknown address.
  testApp.config.demo = true;
  const code = await plantCode(testApp, { ...kept, actionId: jury.breakfast });
  const endedCode = await plantCode(testApp, { ...kept, actionId: jury.breakfast });
  const nudging = await plantCode(testApp, { ...kept, toUser: zoe.id });
  // After all that would be told to it: a push that is tried again and again would change the rows.
  await lea.does('PUT /api/notifications/device', { body: { ...subscription(), details: true } });
  const notificationId = await told(testApp.deps.database, { userId: lea.id, boardId: board.id });
  const hooked = await hookedBoard(lea);
  const deliveryId = await deliveredTo(testApp.deps.database, hooked);
  const shaped = {
    method: 'PUT',
    contentType: 'application/json',
    headers: [{ name: 'X-Gotify-Key', value: 'abc' }],
    body: '{"title":"{{title}}","message":"{{body}}"}',
  };
  const of = (actor: Someone, input: ValidCall['input'] = {}): ValidCall => ({ actor, input });
  const kiss = { title: 'Bisou du matin', points: 5, category: 'positive', emoji: '💋' };

  return {
    'POST /api/accounts': of(testApp.visitor(), {
      body: { username: 'Neuve', email: 'neuve@example.org', password: 'orage violet 42', avatar: '🦄' },
    }),
    'POST /api/guests': of(testApp.visitor(), { body: { username: 'Basile', avatar: '⭐', invitation: guestLink } }),
    'POST /api/demos': of(testApp.visitor(), { body: { timeZone: 'Europe/Paris' } }),
    'POST /api/guest/email': of(mailed, { body: { email: 'paul@example.org', password: 'orage violet 42' } }),
    'POST /api/guest/code': of(coded),
    'POST /api/guest/code/confirm': of(typing, { body: { code: shown } }),
    'GET /api/boards/:boardId/guests': of(uma, { params: { boardId: hosted.id } }),
    'POST /api/boards/:boardId/members/:userId/re-entry': of(uma, { params: { boardId: hosted.id, userId: lost.id } }),
    'POST /api/re-entry/look': of(testApp.visitor(), { body: returnLink }),
    'POST /api/re-entry': of(testApp.visitor(), { body: returnLink }),
    'GET /api/session': of(lea),
    'POST /api/session': of(testApp.visitor(), { body: { identifier: 'Léa', password: 'orage violet 42' } }),
    'DELETE /api/session': of(lea),
    'GET /api/users/:username': of(lea, { params: { username: 'Max' } }),
    'PATCH /api/account': of(lea, { body: { username: 'Léonie', avatar: '⭐' } }),
    'PATCH /api/account/preferences': of(lea, {
      body: { dataCollection: true, onlineStatus: false, essentialCookies: false, analytics: true, screenshotProtection: false },
    }),
    'PUT /api/account/password': of(ada, { body: { currentPassword: password, newPassword: 'orage violet 43' } }),
    'GET /api/account/export': of(lea),
    'GET /api/account/deletion': of(lea),
    'POST /api/account/deletion': of(ines, {
      body: { password, handOvers: [{ boardId: left.id, userId: max.id }], boards: [left.id] },
    }),
    'POST /api/session/passkey-challenge': of(testApp.visitor()),
    'POST /api/session/passkey': of(signer, { body: signedIn }),
    'POST /api/accounts/passkey-challenge': of(testApp.visitor(), {
      body: { ...names, username: 'Serrure', email: 'serrure@example.org' },
    }),
    'POST /api/accounts/passkey': of(visitor, { body: { ...names, passkey: firstPasskey } }),
    'GET /api/passkeys': of(keyed),
    'POST /api/passkeys/challenge': of(keyed, { body: { passkey: proof } }),
    'POST /api/passkeys': of(keyed, { body: secondPasskey }),
    'PATCH /api/passkeys/:passkeyId': of(keyed, { params: ofPasskey, body: { name: 'Mon téléphone' } }),
    'DELETE /api/passkeys/:passkeyId': of(keyed, { params: ofPasskey }),
    'POST /api/account/passkey-challenge': of(keyed),
    'GET /api/sessions': of(lea),
    'DELETE /api/sessions': of(lea),
    'DELETE /api/sessions/:sessionId': of(lea, { params: { sessionId: elsewhere?.id ?? '' } }),
    'GET /api/tokens': of(lea),
    'POST /api/tokens': of(lea, { body: { name: 'Bouton de la cuisine', rights: 'log', boards: [board.id], lasts: 'year' } }),
    'DELETE /api/tokens/:tokenId': of(lea, { params: { tokenId: token.id } }),
    'POST /api/password-resets': of(testApp.visitor(), { body: { email: lea.email } }),
    'PUT /api/password': of(testApp.visitor(), { body: { token: reset, password: 'orage violet 43' } }),
    'GET /api/configuration': of(testApp.visitor()),
    'POST /api/counts': of(testApp.visitor(), { body: { counts: [{ name: 'visit', count: 1 }] } }),
    'GET /api/predefined-actions': of(lea),
    'GET /api/emojis': of(lea, { query: { category: 'boards' } }),
    'GET /api/actions': of(lea),
    'GET /api/favourites': of(lea),
    'GET /api/boards': of(lea),
    'POST /api/boards': of(lea, {
      body: { title: 'Neuf', actions: [kiss], invited: ['Max'], theme: 'blue', icon: '🏠', timeZone: 'Europe/Brussels' },
    }),
    'GET /api/widget': of(lea),
    'GET /api/boards/:boardId/widget': of(lea, { params }),
    'GET /api/boards/:boardId': of(lea, { params }),
    'PATCH /api/boards/:boardId': of(lea, {
      params,
      body: { title: 'Autre', theme: 'green', icon: '🍕', linkEnabled: true, timeZone: 'Asia/Tokyo' },
    }),
    'DELETE /api/boards/:boardId': of(lea, { params }),
    'GET /api/boards/:boardId/changes': of(lea, { params, query: { after: '0' } }),
    'GET /api/achievements': of(lea),
    'GET /api/boards/:boardId/members/:userId/achievements': of(lea, { params: { ...params, userId: lea.id } }),
    'GET /api/boards/:boardId/scores': of(lea, { params, query: { period: 'week' } }),
    'GET /api/boards/:boardId/recaps': of(lea, { params }),
    'GET /api/boards/:boardId/recaps/:week': of(lea, { params: { ...params, week: lastWeek() } }),
    'PUT /api/boards/:boardId/recaps/:week/read': of(lea, { params: { ...params, week: lastWeek() } }),
    'GET /api/boards/:boardId/gesture': of(max, { params }),
    'PUT /api/boards/:boardId/gesture': of(max, { params, body: { activityId: lately, words: 'Au lit, avec le journal' } }),
    'GET /api/boards/:boardId/gestures': of(lea, { params }),
    'GET /api/boards/:boardId/films': of(lea, { params }),
    'GET /api/boards/:boardId/films/:period': of(lea, { params: { ...params, period: ownFilm } }),
    'PUT /api/boards/:boardId/films/:period/seen': of(lea, { params: { ...params, period: ownFilm } }),
    'GET /api/recap-mail': of(lea),
    'PUT /api/recap-mail': of(lea),
    'DELETE /api/recap-mail': of(lea),
    'GET /api/recap-mail/unsubscriptions/:token': of(testApp.visitor(), { params: { token: 'KKKKKKKKKKKKKKKKKKKKKK' } }),
    'POST /api/recap-mail/unsubscriptions/:token': of(testApp.visitor(), { params: { token: 'KKKKKKKKKKKKKKKKKKKKKK' } }),
    'POST /api/boards/:boardId/actions': of(lea, { params, body: { actions: [kiss] } }),
    'PATCH /api/boards/:boardId/actions/:actionId': of(lea, {
      params: { ...params, actionId: board.dishes },
      body: { title: 'Vaisselle faite', points: 15, category: null, emoji: null, retired: false },
    }),
    'GET /api/boards/:boardId/actions/retired': of(lea, { params }),
    'PUT /api/boards/:boardId/actions/order': of(lea, {
      params: { boardId: ordered.id },
      body: { actionIds: [ordered.dishes, ordered.breakfast] },
    }),
    'GET /api/boards/:boardId/proposals': of(lea, { params }),
    'POST /api/boards/:boardId/proposals': of(max, { params, body: { ...kiss, title: 'Bisou du soir', idempotencyKey: newActivityId() } }),
    'POST /api/boards/:boardId/proposals/:proposalId/acceptance': of(lea, { params: { ...params, proposalId: accepted.id } }),
    'DELETE /api/boards/:boardId/proposals/:proposalId': of(lea, { params: { ...params, proposalId: declined.id } }),
    'PUT /api/boards/:boardId/actions/:actionId/favourite': of(lea, { params: { ...params, actionId: board.breakfast } }),
    'DELETE /api/boards/:boardId/actions/:actionId/favourite': of(lea, { params: { ...params, actionId: board.breakfast } }),
    'DELETE /api/boards/:boardId/members/:userId': of(lea, { params: { ...params, userId: max.id } }),
    'PUT /api/boards/:boardId/administrator': of(lea, { params, body: { userId: max.id } }),
    'GET /api/invitations/:invitation': of(lea, { params: { invitation: board.id } }),
    'POST /api/invitations/:invitation/acceptance': of(sam, { params: { invitation: link.token } }),
    'GET /api/boards/:boardId/single-links': of(lea, { params }),
    'POST /api/boards/:boardId/single-links': of(lea, { params }),
    'DELETE /api/boards/:boardId/single-links/:linkId': of(lea, { params: { ...params, linkId: link.id } }),
    'GET /api/activities': of(lea),
    'POST /api/activities': of(lea, {
      body: { activities: [{ id: randomUUID(), boardId: board.id, actionId: board.breakfast, points: 20 }] },
    }),
    'GET /api/boards/:boardId/activities': of(lea, { params }),
    'POST /api/boards/:boardId/activities': of(lea, { params, body: { id: randomUUID(), actionId: board.breakfast, points: 20 } }),
    'POST /api/boards/:boardId/log': of(lea, { params, body: { action: board.breakfast } }),
    'POST /api/boards/:boardId/activities/:activityId/undo': of(lea, { params: { ...params, activityId: activity.id } }),
    'GET /api/owed-losses': of(lea),
    'POST /api/boards/:boardId/owed-losses': of(lea, {
      params: { boardId: other.id },
      body: { id: randomUUID(), actionId: other.dishes, points: -15, for: zoe.id },
    }),
    'PUT /api/boards/:boardId/owed-losses/:activityId/answer': of(lea, {
      params: { boardId: other.id, activityId: owed },
      body: { confess: true },
    }),
    'PUT /api/boards/:boardId/activities/:activityId/note': of(lea, {
      params: { ...params, activityId: own.id },
      body: { note: 'Au lit, avec le journal' },
    }),
    'PUT /api/boards/:boardId/activities/:activityId/reactions/:emoji': of(lea, {
      params: { ...params, activityId: cheered.id, emoji: '❤️' },
    }),
    'DELETE /api/boards/:boardId/activities/:activityId/reactions/:emoji': of(lea, {
      params: { ...params, activityId: cheered.id, emoji: '❤️' },
    }),
    'POST /api/boards/:boardId/agreements': of(lea, { params, body: { id: randomUUID(), terms: goal } }),
    'PUT /api/boards/:boardId/agreements/:agreementId/answer': of(lea, {
      params: { boardId: played.id, agreementId: answered },
      body: { yes: false },
    }),
    'DELETE /api/boards/:boardId/agreements/:agreementId': of(lea, { params: { boardId: played.id, agreementId: withdrawn } }),
    'GET /api/boards/:boardId/seasons': of(lea, { params: { boardId: played.id } }),
    'PUT /api/boards/:boardId/seasons/:seasonId/paid': of(lea, { params: { boardId: played.id, seasonId: won } }),
    'POST /api/boards/:boardId/contests': of(lea, {
      params: { boardId: played.id },
      body: { id: randomUUID(), activityId: contestable.id, emoji: '🤥' },
    }),
    'DELETE /api/boards/:boardId/contests': of(lea, { params: { boardId: other.id } }),
    'PUT /api/boards/:boardId/contests/:contestId/answer': of(lea, {
      params: { boardId: played.id, contestId: contested },
      body: { keeps: true },
    }),
    'GET /api/boards/:boardId/contests/:contestId/vote': of(lea, { params: { boardId: played.id, contestId: contested } }),
    'PUT /api/boards/:boardId/contests/:contestId/vote': of(lea, {
      params: { boardId: jury.id, contestId: votable },
      body: { isVoid: true },
    }),
    'POST /api/boards/:boardId/contests/:contestId/coin': of(lea, { params: { boardId: duel.id, contestId: tossable } }),
    'GET /api/requests': of(lea),
    'POST /api/boards/:boardId/requests': of(lea, { params, body: { type: 'invitation', username: 'Zoé' } }),
    'POST /api/requests/:requestId/acceptance': of(nora, { params: invitation }),
    'POST /api/requests/:requestId/rejection': of(nora, { params: invitation }),
    'DELETE /api/requests/:requestId': of(lea, { params: unanswered }),
    'POST /api/requests/:requestId/block': of(nora, { params: invitation }),
    'GET /api/blocks': of(nora),
    'DELETE /api/blocks/:userId': of(nora, { params: { userId: lea.id } }),
    'GET /api/notifications': of(lea),
    'PATCH /api/notifications': of(max, { body: { kinds: { points: false, achievements: true } } }),
    'PUT /api/notifications/device': of(lea, { body: { ...subscription(), details: true, quietFrom: 23, quietTo: 7 } }),
    'DELETE /api/notifications/device': of(max),
    'PUT /api/notifications/seen': of(max, { body: { boards: [{ boardId: board.id, revision: 1 }] } }),
    'GET /api/notifications/:notificationId': of(lea, { params: { notificationId } }),
    'PUT /api/boards/:boardId/mute': of(lea, { params }),
    'DELETE /api/boards/:boardId/mute': of(lea, { params }),
    'POST /api/boards/:boardId/members/:userId/nudge': of(lea, { params: { boardId: other.id, userId: zoe.id } }),
    'GET /api/boards/:boardId/webhooks': of(lea, { params }),
    'POST /api/boards/:boardId/webhooks': of(lea, { params, body: { url: 'https://crochet.invalid/ici', shaped } }),
    'PATCH /api/boards/:boardId/webhooks/:webhookId': of(lea, { params: hooked, body: { isOn: true } }),
    'DELETE /api/boards/:boardId/webhooks/:webhookId': of(lea, { params: hooked }),
    'POST /api/boards/:boardId/webhooks/:webhookId/secret': of(lea, { params: hooked }),
    'POST /api/boards/:boardId/webhooks/:webhookId/test': of(lea, { params: hooked }),
    'GET /api/boards/:boardId/webhooks/:webhookId/deliveries': of(lea, { params: hooked }),
    'POST /api/boards/:boardId/webhooks/:webhookId/deliveries/:deliveryId/again': of(lea, { params: { ...hooked, deliveryId } }),
    'PUT /api/boards/:boardId/left-out': of(max, { params }),
    'DELETE /api/boards/:boardId/left-out': of(max, { params }),
    'GET /api/codes': of(lea),
    'POST /api/codes': of(lea, { body: { name: 'Lave-vaisselle', boardId: jury.id, actionId: jury.breakfast } }),
    'PUT /api/codes/:codeId': of(lea, {
      params: { codeId: code.id },
      body: { name: 'Frigo', boardId: jury.id, userId: max.id },
    }),
    'DELETE /api/codes/:codeId': of(lea, { params: { codeId: endedCode.id } }),
    'GET /api/l/:code': of(max, { params: { code: nudging.code } }),
    'POST /api/l/:code/nudge': of(max, { params: { code: nudging.code } }),
    'GET /api/live': of(lea),
    'GET /api/walls': of(tom),
    'POST /api/boards/:boardId/walls': of(await tom.elsewhere(), { params: { boardId: hung.id }, body: { logs: true, code: wallCode } }),
    'DELETE /api/walls/:wallId': of(uma, { params: { wallId: ended?.id ?? '' } }),
    'GET /api/wall': of(wall),
    'GET /api/wall/live': of(wall),
    'POST /api/wall/activities': of(wall, {
      body: { id: newActivityId(), actionId: hung.breakfast, points: 20, memberId: tom.id },
    }),
    'POST /api/wall/activities/:activityId/undo': of(wall, { params: { activityId: mistaken } }),
    'POST /api/wall/end': of(leaving, { body: { code: wallCode } }),
  };
}
