import type { Activity, ChangedActivity } from '#shared/activities';
import type { BoardChange, Member } from '#shared/boards';

/**
 * Cached activities of a board after a change of it: those that changed are as they are now, and people have their present
 * names. Adds none; the very same array when the change says nothing new of them. `isThere` picks the
 * activities of the board where there are others among them: each board tells names in the order of its own revisions.
 */
export function revised<A extends Activity>(
  activities: A[],
  { changed = [], members = [] }: BoardChange,
  isThere: (activity: A) => boolean = () => true,
): A[] {
  if (changed.length + members.length === 0) return activities;
  const changedById = new Map(changed.map((activity) => [activity.id, activity]));
  const people = new Map(members.map((member) => [member.userId, member]));
  const after = activities.map((activity) =>
    isThere(activity) ? renamed(later(activity, changedById.get(activity.id)), people) : activity,
  );
  return after.some((activity, index) => activity !== activities[index]) ? after : activities;
}

/** The later of two states of an activity. */
function later<A extends Activity>(known: A, changed: ChangedActivity | undefined): A {
  if (!changed || (known.changedRevision ?? 0) >= (changed.changedRevision ?? 0)) return known;
  // The last reaction was taken back where none are told.
  const { reactions: _, ...rest } = known;
  const { added: __, ...now } = changed;
  return { ...rest, ...now } as A;
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
