/** What is on a board's face, for the screen that draws it and for the page that brings it already drawn. */

/** What differs from board to board. A duel's sides are numbered, the person's own first; of more members there are faces, by rank. */
export type FacePart =
  | 'theme'
  | 'icon'
  | 'title'
  | 'titleIsLong'
  | 'memberCount'
  | 'total'
  | 'totalDigits'
  | 'duelDigits'
  | 'nameOfOther'
  | 'nameOfOtherIsLong'
  | `score${1 | 2}`
  | `face${1 | 2 | 3 | 4 | 5}`;

/** Where the build leaves room for it, and the server writes it. */
export function placeOf(part: FacePart): string {
  return `{{${part}}}`;
}

/** Any of these places; what is left out of the page when there is nothing to write: an attribute, or nothing. */
export const anyPlace = / [\w-]+="\{\{(\w+)\}\}"|\{\{(\w+)\}\}/g;

/** In the folder of the pages: a face for each number of members up to this, the last for all more. */
export const facesFile = 'board-faces.json';
export const facesShown = 5;

export interface BuiltFaces {
  /** What stands in the page of a board where its face belongs. */
  blank: string;
  /** By the number of members. */
  faces: Readonly<Record<number, string>>;
}

// What is long is written smaller.

export function isLongTitle(title: string): boolean {
  return title.length > 24;
}

export function isLongName(username: string): boolean {
  return username.length > 10;
}

export type Digits = 'some' | 'many';

export function digitsOfTotal(points: number): Digits | undefined {
  const digits = String(Math.abs(points)).length;
  return digits > 8 ? 'many' : digits > 5 ? 'some' : undefined;
}

/** The same for both, so that they can be compared. */
export function digitsOfDuel(scores: readonly number[]): Digits | undefined {
  const digits = Math.max(...scores.map((score) => String(score).length));
  return digits > 7 ? 'many' : digits > 4 ? 'some' : undefined;
}
