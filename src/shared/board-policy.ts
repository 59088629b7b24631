/** Every permission of a board. The server enforces them; screens ask them before they draw a button. */
import type { Noted } from './doer.ts';
import type { UserId } from './ids.ts';

interface Person {
  id: UserId;
}
interface AdministeredBoard {
  createdBy: UserId;
}

export function isAdministrator(person: Person, board: AdministeredBoard): boolean {
  return person.id === board.createdBy;
}

export const canAddActions = isAdministrator;
export const canManageActions = isAdministrator;
export const canAnswerProposals = isAdministrator;
export const canChangeBoard = isAdministrator;
export const canSwitchLink = isAdministrator;
export const canInvite = isAdministrator;
export const canMakeSingleLinks = isAdministrator;
export const canManageWebhooks = isAdministrator;
export const canDeleteBoard = isAdministrator;

/** A member who is not the administrator proposes; the administrator simply invites. */
export function canPropose(person: Person, board: AdministeredBoard): boolean {
  return !isAdministrator(person, board);
}

/** The administrator removes others, never herself. */
export function canRemoveMember(actor: Person, member: Person, board: AdministeredBoard): boolean {
  return isAdministrator(actor, board) && !isAdministrator(member, board);
}

/** A board keeps an administrator: she hands it over or deletes it, she does not leave it. */
export function canLeave(person: Person, board: AdministeredBoard): boolean {
  return !isAdministrator(person, board);
}

export function canHandOver(actor: Person, successor: Person, board: AdministeredBoard): boolean {
  return isAdministrator(actor, board) && successor.id !== actor.id;
}

/** The member who noted an activity, its author as a rule, writes under it. */
export function canWriteNote(actor: Person, activity: Noted): boolean {
  return actor.id === (activity.notedBy ?? activity).userId;
}

/** The author, the member who noted it for them, and the administrator may undo it. */
export function canUndo(actor: Person, activity: Noted, board: AdministeredBoard): boolean {
  return actor.id === activity.userId || canWriteNote(actor, activity) || isAdministrator(actor, board);
}

/** The winners of a stake tick it off; any member does once none of the winners is a member any more. */
export function canTickOff(person: Person, { winners }: { winners: readonly UserId[] }, members: readonly { userId: UserId }[]): boolean {
  return winners.includes(person.id) || !members.some(({ userId }) => winners.includes(userId));
}
