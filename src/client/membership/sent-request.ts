import { createNote } from '#client/ui/note.ts';

/** Remembers that an invitation page, which has no toasts, sent a request to join: Demandes says so. */
export const sentRequest = createNote();
