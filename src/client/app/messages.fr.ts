/**
 * Every text of the interface, by screen. Each room typesets its own; a screen that must load fast imports the file of its
 * room instead of this one.
 */
import { playWords } from '#shared/play-words.fr';
import { landingMessages } from '#shared/landing-messages.fr';
import { type RefusalCode, refusals } from '#shared/refusals';
import {
  loginMessages,
  passwordMessages,
  passwordResetMessages,
  signupMessages,
  stopRecapMailMessages,
} from '#client/accounts/accounts-messages.fr.ts';
import { demoEntryMessages, demoMessages } from '#client/guests/demo-messages.fr.ts';
import { guestEntryMessages, reEntryMessages } from '#client/guests/entry-messages.fr.ts';
import { guestMessages } from '#client/guests/guest-messages.fr.ts';
import { passkeyMessages, securityMessages } from '#client/accounts/passkey-messages.fr.ts';
import { changePasswordMessages, devicesMessages, profileMessages } from '#client/accounts/profile-messages.fr.ts';
import { achievementsMessages, achievementWords, flameMarkWords } from '#client/achievements/achievements-messages.fr.ts';
import { webhookMessages } from '#client/doors/webhook-messages.fr.ts';
import { actionsMessages, confirmActionMessages } from '#client/actions/actions-messages.fr.ts';
import { editActionsMessages, manageActionsMessages } from '#client/actions/edit-actions-messages.fr.ts';
import { favouriteMessages } from '#client/actions/favourite-messages.fr.ts';
import { proposalsMessages } from '#client/actions/proposals-messages.fr.ts';
import { activitiesMessages, dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { addActionMessages } from '#client/activities/add-action-messages.fr.ts';
import { forWhomMessages } from '#client/activities/for-whom-messages.fr.ts';
import { loggedMessages } from '#client/activities/logged-messages.fr.ts';
import { noteMessages } from '#client/activities/note-messages.fr.ts';
import { notificationsMessages } from '#client/activities/notifications-messages.fr.ts';
import { quickMessages } from '#client/activities/quick-messages.fr.ts';
import { reactionsMessages } from '#client/activities/reactions-messages.fr.ts';
import { obstacleMessages } from '#client/api/obstacle-messages.fr.ts';
import { boardEventsMessages } from '#client/boards/board-events-messages.fr.ts';
import { boardSettingsMessages } from '#client/boards/board-settings-messages.fr.ts';
import { arrivalMessages } from '#client/membership/arrival-messages.fr.ts';
import { invitePageMessages } from '#client/membership/invite-messages.fr.ts';
import { owedMessages } from '#client/membership/owed-losses-messages.fr.ts';
import { shareBoardMessages } from '#client/membership/share-board-messages.fr.ts';
import { boardMessages, boardsMessages, joinBoardMessages } from '#client/boards/boards-messages.fr.ts';
import { flameMessages } from '#client/boards/flame-messages.fr.ts';
import { createBoardMessages } from '#client/boards/create-board-messages.fr.ts';
import { firstHomeMessages } from '#client/screens/first-home-messages.fr.ts';
import { wallsMessages } from '#client/doors/walls-messages.fr.ts';
import { wallMessages } from '#client/wall/wall-messages.fr.ts';
import { avatarOfferMessages } from '#client/boards/avatar-offer-messages.fr.ts';
import { scoresMessages } from '#client/leaderboard/leaderboard-messages.fr.ts';
import { memberCardMessages } from '#client/leaderboard/member-card-messages.fr.ts';
import { periodsMessages } from '#client/leaderboard/periods-messages.fr.ts';
import { consentMessages } from '#client/consent/consent-messages.fr.ts';
import { legalLinksMessages } from '#client/legal/legal-links-messages.fr.ts';
import { legalMessages } from '#client/legal/legal-messages.fr.ts';
import { lockMessages } from '#client/lock/lock-messages.fr.ts';
import { privacyMessages } from '#client/privacy/privacy-messages.fr.ts';
import { codeMessages } from '#client/doors/code-messages.fr.ts';
import { codesMessages } from '#client/doors/codes-messages.fr.ts';
import { gestureMessages } from '#client/play/gesture-messages.fr.ts';
import { filmMessages } from '#client/recap/film-messages.fr.ts';
import { recapMessages } from '#client/recap/recap-messages.fr.ts';
import { installMessages, updateMessages } from '#client/pwa/pwa-messages.fr.ts';
import { requestsMessages } from '#client/membership/requests-messages.fr.ts';
import { awayMessages } from '#client/notices/away-messages.fr.ts';
import { newsBubbleMessages } from '#client/notices/news-bubble-messages.fr.ts';
import { nudgedMessages } from '#client/notices/nudged-messages.fr.ts';
import { playNoticeMessages } from '#client/notices/play-notice-messages.fr.ts';
import { riposteMessages } from '#client/notices/riposte-messages.fr.ts';
import { pushMessages, pushOfferMessages } from '#client/push/push-messages.fr.ts';
import { newsMessages } from '#client/shell/news-messages.fr.ts';
import { profileMenuMessages } from '#client/shell/profile-menu-messages.fr.ts';
import { shareAppMessages } from '#client/shell/share-app-messages.fr.ts';
import { shellMessages } from '#client/shell/shell-messages.fr.ts';
import { typographic } from '#client/ui/typography.ts';
import { words } from '#client/ui/ui-messages.fr.ts';
import { tokenMessages } from '#client/doors/token-messages.fr.ts';

export const messages = {
  words,
  obstacle: obstacleMessages,
  refusals: typographic(refusalSentences()),
  landing: landingMessages,
  login: loginMessages,
  signup: signupMessages,
  password: passwordMessages,
  passwordReset: passwordResetMessages,
  profile: profileMessages,
  changePassword: changePasswordMessages,
  passkey: passkeyMessages,
  security: securityMessages,
  devices: devicesMessages,
  guestEntry: guestEntryMessages,
  demo: demoMessages,
  demoEntry: demoEntryMessages,
  guest: guestMessages,
  reEntry: reEntryMessages,
  shell: shellMessages,
  news: newsMessages,
  away: awayMessages,
  newsBubble: newsBubbleMessages,
  riposte: riposteMessages,
  nudged: nudgedMessages,
  playNotice: playNoticeMessages,
  playWords,
  push: pushMessages,
  pushOffer: pushOfferMessages,
  profileMenu: profileMenuMessages,
  lock: lockMessages,
  privacy: privacyMessages,
  shareApp: shareAppMessages,
  consent: consentMessages,
  legal: legalMessages,
  legalLinks: legalLinksMessages,
  dashboard: dashboardMessages,
  addAction: addActionMessages,
  activities: activitiesMessages,
  logged: loggedMessages,
  quick: quickMessages,
  notifications: notificationsMessages,
  reactions: reactionsMessages,
  note: noteMessages,
  forWhom: forWhomMessages,
  owed: owedMessages,
  boards: boardsMessages,
  flame: flameMessages,
  flameMarks: flameMarkWords,
  boardEvents: boardEventsMessages,
  joinBoard: joinBoardMessages,
  createBoard: createBoardMessages,
  firstHome: firstHomeMessages,
  board: boardMessages,
  boardSettings: boardSettingsMessages,
  shareBoard: shareBoardMessages,
  arrival: arrivalMessages,
  invitePage: invitePageMessages,
  avatarOffer: avatarOfferMessages,
  actions: actionsMessages,
  confirmAction: confirmActionMessages,
  favourites: favouriteMessages,
  editActions: editActionsMessages,
  manageActions: manageActionsMessages,
  proposals: proposalsMessages,
  scores: scoresMessages,
  periods: periodsMessages,
  memberCard: memberCardMessages,
  recap: recapMessages,
  gesture: gestureMessages,
  code: codeMessages,
  codes: codesMessages,
  film: filmMessages,
  stopRecapMail: stopRecapMailMessages,
  tokens: tokenMessages,
  requests: requestsMessages,
  achievements: achievementsMessages,
  achievementWords,
  install: installMessages,
  wall: wallMessages,
  walls: wallsMessages,
  update: updateMessages,
  webhooks: webhookMessages,
};

function refusalSentences(): Record<RefusalCode, string> {
  return Object.fromEntries(Object.entries(refusals).map(([code, [, sentence]]) => [code, sentence])) as Record<RefusalCode, string>;
}
