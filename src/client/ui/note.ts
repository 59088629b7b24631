/** A word that one screen leaves for the next one to say. */
export interface Note {
  leave(): void;
  forget(): void;
  isLeft(): boolean;
}

/** In memory on purpose: a reload of the screen that said it must not say it again. */
export function createNote(): Note {
  let left = false;
  return {
    leave() {
      left = true;
    },
    forget() {
      left = false;
    },
    isLeft: () => left,
  };
}
