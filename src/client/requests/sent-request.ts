// In memory on purpose: a reload of the requests must not say it again.
let noted = false;

/** Whether a request to join was just sent from an invitation page, and the requests have not said so yet. */
export const sentRequest = {
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
