import { createNote } from '#client/ui/note.ts';

/** That a request to join was just sent from an invitation page, which has no toasts; Demandes says so. */
export const sentRequest = createNote();
