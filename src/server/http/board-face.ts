import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  anyPlace,
  type BuiltFaces,
  digitsOfDuel,
  digitsOfTotal,
  type FacePart,
  facesFile,
  facesShown,
  isLongName,
  isLongTitle,
} from '#shared/board-face';
import type { OpenedBoard } from '#shared/boards';
import { rankMembers } from '#shared/leaderboard';
import { signedIn } from '#shared/signed';
import { escaped } from './escaped.ts';

/** The page of a board with its face drawn, as this person sees it. */
export type DrawFace = (html: string, opened: OpenedBoard, personId: string) => string;

/** With the faces that the build has drawn beside its pages. */
export function createFaces(pages: string): DrawFace {
  const file = join(pages, facesFile);
  if (!existsSync(file)) return (html) => html;
  const { blank, faces } = JSON.parse(readFileSync(file, 'utf8')) as BuiltFaces;
  return (html, opened, personId) => {
    const face = faces[Math.min(opened.members.length, facesShown)];
    return face === undefined ? html : html.replace(blank, () => filled(face, partsOf(opened, personId)));
  };
}

/** What is left out is not drawn. */
type FaceParts = { readonly [Part in FacePart]?: string | undefined };

/** In one go: what people write is never read for places. */
export function filled(face: string, parts: FaceParts): string {
  return face.replace(anyPlace, (place, ofAttribute: FacePart | undefined, ofText: FacePart | undefined) => {
    const text = parts[ofAttribute ?? ofText ?? 'title'];
    return text === undefined ? '' : place.replace(/\{\{\w+\}\}/, () => escaped(text));
  });
}

function partsOf({ board, members }: OpenedBoard, personId: string): FaceParts {
  const ranking = rankMembers(members);
  const isDuel = members.length === 2;
  // In a duel the person themselves first.
  const shown = isDuel ? ranking.toSorted((a, b) => Number(b.userId === personId) - Number(a.userId === personId)) : ranking;
  const [one, other, three, four, five] = shown;
  return {
    theme: board.theme,
    icon: board.icon,
    title: board.title,
    titleIsLong: asMark(isLongTitle(board.title)),
    memberCount: String(members.length),
    total: signed(board.totalPoints),
    totalDigits: digitsOfTotal(board.totalPoints),
    face1: one?.avatar,
    face2: other?.avatar,
    face3: three?.avatar,
    face4: four?.avatar,
    face5: five?.avatar,
    ...(isDuel &&
      one &&
      other && {
        duelDigits: digitsOfDuel([one.score, other.score]),
        nameOfOther: other.username,
        nameOfOtherIsLong: asMark(isLongName(other.username)),
        score1: signed(one.score),
        score2: signed(other.score),
      }),
  };
}

function asMark(is: boolean): string | undefined {
  return is ? 'true' : undefined;
}

const signed = signedIn('fr');
