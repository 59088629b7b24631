/** What is counted, by day and for everybody together, of those who agreed (decision D8). Never who. */
export const visitCounts = ['visit', 'screen_landing', 'screen_dashboard', 'screen_boards', 'screen_board', 'screen_requests'] as const;
export const functionCounts = ['action_logged', 'action_undone', 'board_created', 'request_sent', 'app_shared', 'app_installed'] as const;

export type CountName = (typeof visitCounts)[number] | (typeof functionCounts)[number];

/** The most that one call can add to one counter. */
export const countAtMost = 1000;
