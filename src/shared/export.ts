import * as z from 'zod/mini';
import { preferences, session } from './accounts.ts';
import { playModes } from './play-modes.ts';
import {
  actionId,
  activityId,
  agreementId,
  boardId,
  codeId,
  contestId,
  gestureId,
  nudgeId,
  proposalId,
  requestId,
  seasonId,
  sessionId,
  userId,
} from './ids.ts';
import { agreementKinds, tieRules } from './season-rules.ts';
import { chosenKinds } from './notifications.ts';
import { token } from './tokens.ts';
import { requestStatuses, requestTypes } from './requests.ts';
import { wallOnList } from './walls.ts';

/** Rises when a reader of older exports would misread a newer one. */
export const exportVersion = 1;

/** All that is kept of a person and all they did, as one document. Times in milliseconds since 1970. */
export const exportedData = z.object({
  version: z.literal(exportVersion),
  exportedAt: z.int(),
  account: z.object({
    id: userId,
    username: z.string(),
    email: z.nullable(z.string()),
    avatar: z.string(),
    points: z.int(),
    boardsCount: z.int(),
    actionsCount: z.int(),
    /** What the devices of the person know them by; null before their first passkey. */
    passkeyHandle: z.nullable(z.string()),
    createdAt: z.int(),
    updatedAt: z.int(),
  }),
  preferences,
  /** Of whoever plays without an address; null once the game is kept, left out by an older server. `warnedAt`: when they were told that the account ends. */
  guest: z.optional(
    z.nullable(
      z.object({
        seenAt: z.int(),
        warnedAt: z.nullable(z.int()),
        returnLinkUntil: z.nullable(z.int()),
        demoUntil: z.optional(z.nullable(z.int())),
      }),
    ),
  ),
  /** Whether the password is a code of recovery; null without one. */
  hasRecoveryCode: z.optional(z.nullable(z.boolean())),
  sessions: z.array(session),
  /** What they gave to programs. */
  tokens: z.array(token),
  /** `kind`: the AAGUID of what keeps it. */
  passkeys: z.array(
    z.object({
      credentialId: z.string(),
      name: z.string(),
      rpId: z.string(),
      kind: z.string(),
      transports: z.array(z.string()),
      counter: z.int(),
      isSynced: z.boolean(),
      isBackedUp: z.boolean(),
      createdAt: z.int(),
      lastUsedAt: z.nullable(z.int()),
    }),
  ),
  /** Null for a person who does not get recaps by mail. */
  recapMail: z.nullable(z.object({ since: z.int() })),
  /** The screens on which the person shows a board; left out by an older server. */
  walls: z.optional(z.array(wallOnList)),
  /** Browsers in which the person signed in before, signed in or not. */
  knownDevices: z.array(z.object({ lastUsedAt: z.int() })),
  notifications: z.object({
    kinds: chosenKinds,
    boards: z.array(z.object({ boardId, muted: z.boolean(), seenRevision: z.int() })),
    devices: z.array(
      z.object({
        sessionId,
        endpoint: z.string(),
        details: z.boolean(),
        timeZone: z.string(),
        quietFrom: z.int(),
        quietTo: z.int(),
        subscribedAt: z.int(),
      }),
    ),
  }),
  /** The nudges of the last days that the person sent or received. `day` is the board's, `sentence` the number of what was said. */
  nudges: z.array(z.object({ id: nudgeId, boardId, from: userId, to: userId, day: z.string(), sentence: z.int(), nudgedAt: z.int() })),
  /** What the person proposed to play for, agreed to, and came to in seasons. `length`: a week, a month, or the last day. */
  play: z.object({
    proposed: z.array(
      z.object({
        id: agreementId,
        boardId,
        kind: z.enum(agreementKinds),
        length: z.nullable(z.string()),
        stake: z.nullable(z.string()),
        ties: z.nullable(z.enum(tieRules)),
        goal: z.nullable(z.int()),
        timeZone: z.string(),
        proposedAt: z.int(),
        lapsesAt: z.int(),
        outcome: z.nullable(z.string()),
        settledAt: z.nullable(z.int()),
      }),
    ),
    agreed: z.array(z.object({ agreementId, saidAt: z.int() })),
    /** In seasons that run. */
    running: z.array(z.object({ seasonId, points: z.int(), actions: z.int(), joinedLate: z.boolean() })),
    /** In seasons that are over; `place` is 0 without a rank. */
    places: z.array(
      z.object({ seasonId, position: z.int(), points: z.int(), place: z.int(), joinedLate: z.boolean(), leftEarly: z.boolean() }),
    ),
    /** Contests of the last month that the person made or was to answer. `day` is the board's. */
    contests: z.array(
      z.object({
        id: contestId,
        boardId,
        activityId,
        isMine: z.boolean(),
        day: z.string(),
        emoji: z.string(),
        openedAt: z.int(),
        keptAt: z.nullable(z.int()),
        outcome: z.nullable(z.string()),
        how: z.nullable(z.string()),
        settledAt: z.nullable(z.int()),
      }),
    ),
    votes: z.array(z.object({ contestId, isVoid: z.boolean(), votedAt: z.int() })),
  }),
  achievements: z.array(z.object({ id: z.string(), unlockedAt: z.int() })),
  /** The boards that the person is a member of now. */
  boards: z.array(
    z.object({
      id: boardId,
      title: z.string(),
      icon: z.string(),
      theme: z.string(),
      isAdministrator: z.boolean(),
      score: z.int(),
      joinedAt: z.int(),
      /** In which its days begin and end: an IANA name. */
      timeZone: z.string(),
      /** The Monday of the newest week whose recap the person has opened. */
      recapSeen: z.nullable(z.string()),
      /** The last film of a year, as '2026', and of an anniversary of the board, as '2026-11-12', that the person has opened. */
      filmYearSeen: z.nullable(z.string()),
      filmAnniversarySeen: z.nullable(z.string()),
      /** Left out in files of earlier versions. */
      playMode: z.optional(z.enum(playModes)),
      /** Nothing of what the person does goes to the webhooks of the board; left out as above. */
      leftOut: z.optional(z.boolean()),
    }),
  ),
  /** The actions in use on the boards that the person administers, in the order of each board. */
  actions: z.array(
    z.object({
      id: actionId,
      boardId,
      title: z.string(),
      points: z.int(),
      category: z.nullable(z.string()),
      emoji: z.nullable(z.string()),
    }),
  ),
  /** Actions that the person proposed and that wait for an answer. */
  proposals: z.array(
    z.object({
      id: proposalId,
      boardId,
      title: z.string(),
      points: z.int(),
      category: z.nullable(z.string()),
      emoji: z.nullable(z.string()),
      proposedAt: z.int(),
    }),
  ),
  /** Newest first. `boardTitle` is null where the person is no longer a member. */
  activities: z.array(
    z.object({
      id: activityId,
      boardId,
      boardTitle: z.nullable(z.string()),
      actionId,
      title: z.string(),
      points: z.int(),
      emoji: z.nullable(z.string()),
      /** Left out where there is none, and in files of earlier versions. */
      note: z.optional(z.string()),
      /** The name of who noted it for the person; left out as above. */
      notedBy: z.optional(z.string()),
      loggedAt: z.int(),
      /** A moment of the day that it counts on, where it was noted the day after; left out as above. */
      playedAt: z.optional(z.int()),
      undoneAt: z.nullable(z.int()),
      undoneByMe: z.boolean(),
    }),
  ),
  /** Activities of others that the person undid as an administrator. */
  undone: z.array(z.object({ activityId, boardId, undoneAt: z.int() })),
  /** Gains of others that the person noted for them; not in files of earlier versions. */
  notedForOthers: z.optional(z.array(z.object({ activityId, boardId, loggedAt: z.int() }))),
  /** Losses that wait for an avowal, or were denied within the day; `role` says which side the person is on. Not in files of earlier versions. */
  owedLosses: z.optional(
    z.array(
      z.object({
        id: activityId,
        boardId,
        actionId,
        title: z.string(),
        points: z.int(),
        emoji: z.nullable(z.string()),
        role: z.enum(['noted', 'received']),
        madeAt: z.int(),
        lapsesAt: z.int(),
      }),
    ),
  ),
  /** The gestures of the week that the person chose, `words` empty without any; `revealedAt` is null until others are told. Not in files of earlier versions. */
  gestures: z.optional(
    z.array(
      z.object({
        id: gestureId,
        boardId,
        week: z.string(),
        activityId,
        words: z.string(),
        chosenAt: z.int(),
        closesAt: z.int(),
        revealedAt: z.nullable(z.int()),
      }),
    ),
  ),
  /** The codes of stickers that the person made: `code` ends the address, and one of `actionId` and `toUser` is what a press does. Not in files of earlier versions. */
  codes: z.optional(
    z.array(
      z.object({
        id: codeId,
        boardId,
        name: z.string(),
        code: z.string(),
        actionId: z.nullable(actionId),
        toUser: z.nullable(userId),
        madeAt: z.int(),
        usedOn: z.nullable(z.string()),
      }),
    ),
  ),
  /** Emojis that the person put on activities, their own and those of others, in no order. */
  reactions: z.array(z.object({ activityId, boardId, emoji: z.string(), reactedAt: z.int() })),
  /** Actions that the person keeps at hand, in no order. */
  favourites: z.array(z.object({ actionId, boardId, markedAt: z.int() })),
  /** The people whose invitations the person no longer wants. */
  blocked: z.array(z.object({ userId, username: z.string(), since: z.int() })),
  /** Requests that the person sent, received or was proposed by. */
  requests: z.array(
    z.object({
      id: requestId,
      type: z.enum(requestTypes),
      status: z.enum(requestStatuses),
      role: z.enum(['sent', 'received', 'proposed']),
      /** Null, like the title, for a person who was only proposed: the id opens the invitation page. */
      boardId: z.nullable(boardId),
      /** Null, too, once the board is deleted: its key is gone. */
      boardTitle: z.nullable(z.string()),
      createdAt: z.int(),
      answeredAt: z.nullable(z.int()),
    }),
  ),
});
export type ExportedData = z.infer<typeof exportedData>;
