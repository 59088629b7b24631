import { createNote } from '#client/ui/note.ts';

/** That the session ended by itself; the sign-in page says so. */
export const endedSession = createNote();
