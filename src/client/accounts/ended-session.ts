import { createNote } from '#client/note.ts';

/** That the session ended by itself; the sign-in page says so. */
export const endedSession = createNote();
