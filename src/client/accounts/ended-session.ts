// In memory on purpose: a reload of the sign-in page must not say it again.
let noted = false;

/** Whether the session ended by itself and the sign-in page has not said so yet. */
export const endedSession = {
  note(): void {
    noted = true;
  },
  forget(): void {
    noted = false;
  },
  isNoted(): boolean {
    return noted;
  },
};
