/** What changes the actions of a board, loaded as one: each further address of a part costs the screen itself. */
export { AddActionsDialog } from '#client/actions/add-actions-dialog.tsx';
export { ManageActionsDialog } from '#client/actions/manage-actions-dialog.tsx';
export { ProposeActionDialog } from '#client/actions/propose-action-dialog.tsx';
