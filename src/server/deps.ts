import type { Identity } from './identity/identity.ts';
import type { KnownDevices } from './identity/sessions/known-devices.ts';
import type { PasskeyChallenges } from './identity/passkeys/challenges.ts';
import type { Limits } from './limits/limits.ts';
import type { AppEvent } from '#shared/events';
import type { Config } from './config/config.ts';
import type { Counts } from './counts/counts.ts';
import type { Epoch } from './database/epoch.ts';
import type { Recording } from './events/record.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Readiness } from './http/readiness.ts';
import type { KeptSums } from './leaderboard/kept-sums.ts';
import type { Bus } from './live/bus.ts';
import type { LiveFeed } from './live/live-feed.ts';
import type { Resync } from './live/resync.ts';
import type { Mails } from './mail/mails.ts';
import type { Tallies } from './metrics/tallies.ts';
import type { BoardKeys } from './encryption/board-keys.ts';
import type { VapidKeys } from './encryption/vapid-keys.ts';

/** What use cases work with, opened once at the start. */
export interface Deps {
  config: Config;
  /** Where people reach the app, without a final slash. */
  origin: string;
  database: Recording;
  epoch: Epoch;
  boardKeys: BoardKeys;
  vapid: VapidKeys;
  keptSums: KeptSums;
  identity: Identity;
  devices: KnownDevices;
  passkeyChallenges: PasskeyChallenges;
  limits: Limits;
  counts: Counts;
  bus: Bus;
  liveFeed: LiveFeed;
  /** Delivers what happened outside the database; nothing follows from it. What changes rows is recorded in its unit of work. */
  announce(event: AppEvent): void;
  resync: Resync;
  mail: Mails;
  jobs: Jobs;
  readiness: Readiness;
  tallies: Tallies;
}
