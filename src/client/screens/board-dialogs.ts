/** The dialogs of a board's header, loaded as one: each further address of a part costs the screen itself. */
export { ShareBoardDialog } from '#client/membership/share-board-dialog.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
