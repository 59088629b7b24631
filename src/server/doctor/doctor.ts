import { openTitle } from '../boards/board-views.ts';
import { classify } from '../database/database-failure.ts';
import type { Deps } from '../deps.ts';
import {
  boardsWithoutAdministrator,
  forgottenLeftovers,
  sealedTitles,
  unknownAuthors,
  userCounters,
  wrongScores,
  wrongTotals,
} from './doctor-store.ts';

type Examined = Pick<Deps, 'database' | 'boardKeys'>;

/** Recomputes every stored sum and opens every board. One French line for each thing that is wrong; ids, never titles. */
export async function examine(deps: Examined): Promise<string[]> {
  const found: string[] = [];
  try {
    await lookThrough(deps, found);
  } catch (failure) {
    // What lies beyond a damaged page cannot be examined.
    const damage = classify(failure);
    if (damage?.kind !== 'corrupt') throw failure;
    found.push(`fichier : ${damage.message} (${damage.code})`);
  }
  return found;
}

async function lookThrough({ database, boardKeys }: Examined, found: string[]): Promise<void> {
  const db = database.read;
  const integrity = database.integrityCheck();
  if (integrity !== 'ok') found.push(`fichier : ${integrity}`);
  for (const { id, stored, summed } of await wrongTotals(db)) found.push(`tableau ${id} : total ${stored}, somme ${summed}`);
  for (const { board_id, user_id, stored, summed, stored_count, counted } of await wrongScores(db)) {
    found.push(`tableau ${board_id}, membre ${user_id} : score ${stored}, somme ${summed} ; actions ${stored_count}, compte ${counted}`);
  }
  for (const { board_id, user_id } of await unknownAuthors(db)) found.push(`tableau ${board_id}, auteur ${user_id} : sans score`);
  for (const id of await forgottenLeftovers(db)) found.push(`${id} : supprimé, mais pas effacé`);
  for (const user of await userCounters(db)) {
    if (user.points !== Number(user.points_summed)) found.push(`personne ${user.id} : points ${user.points}, somme ${user.points_summed}`);
    if (user.actions_count !== user.actions_counted)
      found.push(`personne ${user.id} : actions ${user.actions_count}, compte ${user.actions_counted}`);
    if (user.boards_count !== user.boards_counted)
      found.push(`personne ${user.id} : tableaux ${user.boards_count}, compte ${user.boards_counted}`);
  }
  for (const { id } of await boardsWithoutAdministrator(db)) found.push(`tableau ${id} : sans administrateur`);
  for (const board of await sealedTitles(db)) {
    try {
      openTitle(board, await boardKeys.of(db, board.id));
    } catch {
      found.push(`tableau ${board.id} : illisible avec cette clé`);
    }
  }
}
