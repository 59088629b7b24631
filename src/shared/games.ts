import { type AgreementKind, type SeasonKind, seasonKinds } from './season-rules.ts';

/** Whether only one of these can wait on a board, or run there: two of a kind, and a season and a goal (decision D60). */
export function excludeEachOther(one: AgreementKind, other: AgreementKind): boolean {
  return one === other || (isGame(one) && isGame(other));
}

export function isGame(kind: AgreementKind): kind is SeasonKind {
  return (seasonKinds as readonly AgreementKind[]).includes(kind);
}
