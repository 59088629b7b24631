import { createNote } from '#client/ui/note.ts';

/** That the person has just deleted the account; the sign-in page says so. */
export const deletedAccount = createNote();
