/** What is counted, by day and for everybody together, of those who agreed (decision D8). Never who. */
export const visitCounts = ['visit', 'screen_landing', 'screen_dashboard', 'screen_boards', 'screen_board', 'screen_requests'] as const;
export const functionCounts = ['action_logged', 'action_undone', 'board_created', 'request_sent', 'app_shared', 'app_installed'] as const;
/** Errors that the client does not foresee, counted by the place where it met them and by nothing else: no name can carry what people write. */
export const unexpectedCounts = [
  // Nobody caught it.
  'unexpected_page',
  // The app, or what it shows at start, could not begin.
  'unexpected_start',
  // A screen, or a part of it, could not be drawn.
  'unexpected_screen',
  // A part that is loaded on demand is broken.
  'unexpected_code',
  // Something was read.
  'unexpected_query',
  // A person sent something.
  'unexpected_command',
  // What waits to be sent.
  'unexpected_outbox',
  // What this browser keeps.
  'unexpected_storage',
  // What others do was brought into the caches.
  'unexpected_stream',
] as const;
export const countNames = [...visitCounts, ...functionCounts, ...unexpectedCounts] as const;

export type CountName = (typeof countNames)[number];
type Place<Name> = Name extends `unexpected_${infer Where}` ? Where : never;
export type UnexpectedPlace = Place<(typeof unexpectedCounts)[number]>;

/** The most that one call can add to one counter. */
export const countAtMost = 1000;
