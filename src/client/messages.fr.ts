/**
 * Every text of the interface, by screen. Each room typesets its own; a screen that must load fast imports the file of its
 * room instead of this one.
 */
import { type RefusalCode, refusals } from '#shared/refusals';
import { loginMessages, passwordMessages, passwordResetMessages, signupMessages } from './accounts/accounts-messages.fr.ts';
import { changePasswordMessages, devicesMessages, profileMessages } from './accounts/profile-messages.fr.ts';
import { achievementsMessages } from './achievements/achievements-messages.fr.ts';
import { actionsMessages, confirmActionMessages, editActionsMessages } from './actions/actions-messages.fr.ts';
import { activitiesMessages, dashboardMessages } from './activities/activities-messages.fr.ts';
import { addActionMessages } from './activities/add-action-messages.fr.ts';
import { notificationsMessages } from './activities/notifications-messages.fr.ts';
import { reactionsMessages } from './activities/reactions-messages.fr.ts';
import { boardEventsMessages } from './boards/board-events-messages.fr.ts';
import {
  boardMessages,
  boardSettingsMessages,
  boardsMessages,
  createBoardMessages,
  invitePageMessages,
  joinBoardMessages,
  shareBoardMessages,
} from './boards/boards-messages.fr.ts';
import { landingMessages } from './landing/landing-messages.fr.ts';
import { scoresMessages } from './leaderboard/leaderboard-messages.fr.ts';
import { installMessages, updateMessages } from './pwa/pwa-messages.fr.ts';
import { requestsMessages } from './requests/requests-messages.fr.ts';
import { consentMessages } from './shell/consent-messages.fr.ts';
import { privacyMessages } from './shell/privacy-messages.fr.ts';
import { profileMenuMessages } from './shell/profile-menu-messages.fr.ts';
import { shareAppMessages } from './shell/share-app-messages.fr.ts';
import { shellMessages } from './shell/shell-messages.fr.ts';
import { typographic } from './typography.ts';
import { words } from './ui/ui-messages.fr.ts';

export const messages = {
  words,
  refusals: typographic(refusalSentences()),
  landing: landingMessages,
  login: loginMessages,
  signup: signupMessages,
  password: passwordMessages,
  passwordReset: passwordResetMessages,
  profile: profileMessages,
  changePassword: changePasswordMessages,
  devices: devicesMessages,
  shell: shellMessages,
  profileMenu: profileMenuMessages,
  privacy: privacyMessages,
  shareApp: shareAppMessages,
  consent: consentMessages,
  dashboard: dashboardMessages,
  addAction: addActionMessages,
  activities: activitiesMessages,
  notifications: notificationsMessages,
  reactions: reactionsMessages,
  boards: boardsMessages,
  boardEvents: boardEventsMessages,
  joinBoard: joinBoardMessages,
  createBoard: createBoardMessages,
  board: boardMessages,
  boardSettings: boardSettingsMessages,
  shareBoard: shareBoardMessages,
  invitePage: invitePageMessages,
  actions: actionsMessages,
  confirmAction: confirmActionMessages,
  editActions: editActionsMessages,
  scores: scoresMessages,
  requests: requestsMessages,
  achievements: achievementsMessages,
  install: installMessages,
  update: updateMessages,
};

function refusalSentences(): Record<RefusalCode, string> {
  return Object.fromEntries(Object.entries(refusals).map(([code, [, sentence]]) => [code, sentence])) as Record<RefusalCode, string>;
}
