import type { Activity } from '#shared/activities';
import type { BoardChange, Member } from '#shared/boards';
import type { Reaction } from '#shared/reactions';

/**
 * Cached activities of a board after a change of it: those that were undone are marked, those that somebody
 * reacted to get their reactions, and people their present names. Adds none; the very same array when the change says nothing of them. `isThere` picks the
 * activities of the board where there are others among them: each board tells names in the order of its own revisions.
 */
export function revised<A extends Activity>(
  activities: A[],
  { undone = [], reacted = [], members = [] }: BoardChange,
  isThere: (activity: A) => boolean = () => true,
): A[] {
  if (undone.length + reacted.length + members.length === 0) return activities;
  const undoneById = new Map(undone.map((activity) => [activity.id, activity.undone]));
  const reactionsById = new Map(reacted.map(({ activityId, reactions }) => [activityId, reactions]));
  const people = new Map(members.map((member) => [member.userId, member]));
  const after = activities.map((activity) =>
    isThere(activity) ? renamed(reactedTo(marked(activity, undoneById), reactionsById), people) : activity,
  );
  return after.some((activity, index) => activity !== activities[index]) ? after : activities;
}

function marked<A extends Activity>(activity: A, undoneById: ReadonlyMap<string, Activity['undone']>): A {
  const undone = undoneById.get(activity.id) ?? null;
  return undone === null || undone.at === activity.undone?.at ? activity : { ...activity, undone };
}

function reactedTo<A extends Activity>(activity: A, reactionsById: ReadonlyMap<string, Reaction[]>): A {
  const reactions = reactionsById.get(activity.id);
  if (!reactions) return activity;
  const next = { ...activity };
  const changed: Activity = next;
  // Without any, as the server tells it.
  if (reactions.length > 0) changed.reactions = reactions;
  else delete changed.reactions;
  return next;
}

function renamed<A extends Activity>(activity: A, people: ReadonlyMap<string, Member>): A {
  const { username, avatar: userAvatar } = people.get(activity.userId ?? '') ?? {
    username: activity.username,
    avatar: activity.userAvatar,
  };
  const undoer = people.get(activity.undone?.userId ?? '');
  const undone = activity.undone && undoer ? { ...activity.undone, username: undoer.username } : activity.undone;
  const isSame = username === activity.username && userAvatar === activity.userAvatar && undone?.username === activity.undone?.username;
  return isSame ? activity : { ...activity, username, userAvatar, undone };
}
