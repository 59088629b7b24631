/** For `useLazyDialog`: two screens offer it. */
export const loadJoinBoardDialog = async () => (await import('./join-board-dialog.tsx')).JoinBoardDialog;
