import { MessageSquarePlus, RotateCcw } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { canWriteNote } from '#shared/board-policy';
import type { OpenedBoard } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { reactionEmojis } from '#shared/reaction-choices';
import { newId } from '#client/api/new-id.ts';
import type { Shown } from '#client/sync/commands/items.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { onLongPress } from '#client/ui/long-press.ts';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { activitiesMessages } from './activities-messages.fr.ts';
import { contestsOf, useCached } from './board-cache.ts';
import { noteMessages } from './note-messages.fr.ts';
import { reactionsMessages as texts } from './reactions-messages.fr.ts';
import styles from './reactions.module.css';
import { mayThank, thank, useIsForTwo } from './thanks.ts';
import { countOf, type ShownReaction, shownReactions } from './shown-reactions.ts';

interface ReactionsProps {
  activity: Shown;
  boardId: BoardId;
  myId: UserId;
  /** Takes the activity back, where that is offered in the menu. */
  onUndo?: (() => void) | undefined;
}

/**
 * The counted reactions to an activity, and the button that adds one; a long press on the activity's list item opens the same. Where it can be,
 * the item is `data-pressable`, so that the phone does not select its words.
 */
export function Reactions({ activity, boardId, myId, onUndo }: ReactionsProps) {
  const line = useRef<HTMLDivElement>(null);
  const isUndone = activity.undone !== null || activity.undoing;
  const shown = shownReactions(activity, myId);
  const mine = new Set(shown.flatMap(({ emoji, isMine }) => (isMine ? [emoji] : [])));
  const peopleIn = usePeople(boardId);
  const contests = useCached(boardId, contestsOf);
  // An open menu gets them when their code has come.
  const [offered, setOffered] = useState<readonly MenuItem[]>([]);
  const others = { emoji: '', others: [...new Set(shown.flatMap((reaction) => reaction.others))], isMine: false };
  const OpeningMenu = canWriteNote({ id: myId }, activity) ? MenuOfOwnActivity : MenuOfActivity;
  const reactors = activity.userId === myId && countOf(others) > 0 ? peopleIn(others) : undefined;
  useLongPress(line, !isUndone);

  function react(symbol: string, isOn: boolean) {
    const emoji = reactionEmojis.find((one) => one === symbol);
    // A newer server may have more emojis: they are shown, but not offered here.
    if (emoji) outbox.enqueue({ kind: 'reaction', id: newId(), boardId, activityId: activity.id, emoji, isOn });
  }

  function toggle(emoji: string, isOn: boolean, count: number) {
    // Before it goes with the focus.
    if (!isOn && count === 1) passFocusOn([openerIn(line.current), line.current]);
    react(emoji, isOn);
  }

  return (
    <div ref={line} tabIndex={-1} className={styles.line} data-reactions={activity.id}>
      {shown.length > 0 ? (
        <ul className={styles.list} aria-label={texts.label}>
          {shown.map((reaction) => {
            const { emoji, isMine } = reaction;
            const count = countOf(reaction);
            const people = peopleIn(reaction);
            const isOff = isUndone && !isMine;
            return (
              <li key={emoji}>
                <button
                  type="button"
                  className={styles.reaction}
                  aria-pressed={isMine}
                  aria-label={texts.toggle({ reaction: nameOf(emoji), count, isMine })}
                  title={people && texts.people(people)}
                  aria-disabled={isOff || undefined}
                  onClick={() => {
                    if (!isOff) toggle(emoji, !isMine, count);
                  }}
                >
                  <span aria-hidden="true" className={styles.pill}>
                    <span>{emoji}</span>
                    {count}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {!isUndone && mayThank(activity, myId) ? (
        <Thanks
          {...{ activity, boardId }}
          // It goes with the focus.
          onGiven={() => passFocusOn([openerIn(line.current), line.current])}
        />
      ) : null}
      {isUndone ? null : (
        <OpeningMenu
          {...{ activity, boardId }}
          items={[...reactionItems((emoji) => mine.has(emoji), react), ...offered, ...(onUndo ? [undoItem(activity, onUndo)] : [])]}
          given={shown.length > 0 ? <Given reactions={shown} peopleIn={peopleIn} /> : undefined}
        />
      )}
      {contests && !isUndone ? (
        <Suspense>
          <Contesting {...{ activity, boardId, myId, contests }} onOffer={setOffered} />
        </Suspense>
      ) : null}
      {reactors ? <p className={styles.told}>{texts.reacted(reactors)}</p> : null}
    </div>
  );
}

function Thanks({ activity: { id, title, notedBy }, boardId, onGiven }: { activity: Shown; boardId: BoardId; onGiven: () => void }) {
  if (!useIsForTwo(boardId)) return null;
  return (
    <button
      type="button"
      className={styles.reaction}
      aria-label={texts.thankFor({ name: notedBy?.username ?? '', title })}
      onClick={() => {
        onGiven();
        thank({ boardId, activityId: id });
      }}
    >
      <span className={styles.pill}>{texts.thank}</span>
    </button>
  );
}

interface MenuOfActivityProps {
  activity: Shown;
  boardId: BoardId;
  items: MenuItem[];
  given: ReactNode;
}

/** The emojis, and the way to write under what one noted. */
function MenuOfOwnActivity({ activity, boardId, items, given }: MenuOfActivityProps) {
  const { Dialog: NoteDialog, ...writing } = useLazyDialog(loadNoteDialog);
  const write: MenuItem = {
    label: activity.note === undefined ? noteMessages.add : noteMessages.change,
    icon: <MessageSquarePlus aria-hidden="true" />,
    isLine: true,
    onSelect: writing.open,
  };
  return (
    <>
      <MenuOfActivity {...{ activity, boardId, given }} items={[...items, write]} />
      {NoteDialog ? <NoteDialog {...{ activity, boardId }} open={writing.isOpen} onClose={writing.close} /> : null}
    </>
  );
}

const Contesting = lazyPart(async () => (await import('./contesting.tsx')).Contesting);
const loadNoteDialog = async () => (await import('./note-dialog.tsx')).NoteDialog;

function MenuOfActivity({ activity: { title }, items, given }: MenuOfActivityProps) {
  return (
    <Menu label={texts.addTo({ title })} columns={4} items={items} note={given}>
      {(trigger) => <IconButton {...trigger} className={styles.add} label={texts.addTo({ title })} title={texts.add} icon={addIcon} />}
    </Menu>
  );
}

function undoItem({ title }: Shown, onSelect: () => void): MenuItem {
  return { label: activitiesMessages.undoActivity({ title }), icon: <RotateCcw aria-hidden="true" />, isLine: true, onSelect };
}

/** The emojis of a menu. */
export function reactionItems(isMine: (emoji: string) => boolean, react: (emoji: ReactionEmoji, isOn: boolean) => void): MenuItem[] {
  return reactionEmojis.map((emoji) => ({
    label: nameOf(emoji),
    icon: <span className={styles.choice}>{emoji}</span>,
    checked: isMine(emoji),
    onSelect: () => react(emoji, !isMine(emoji)),
  }));
}

type ReactionEmoji = (typeof reactionEmojis)[number];

interface GivenProps {
  reactions: readonly ShownReaction[];
  peopleIn: (reaction: ShownReaction) => People | undefined;
}

/** The list of who gave which emoji. Phones have no tooltips. */
function Given({ reactions, peopleIn }: GivenProps) {
  return (
    <div aria-hidden="true" className={styles.given}>
      {reactions.map((reaction) => {
        const people = peopleIn(reaction);
        return people ? (
          <p key={reaction.emoji}>
            <span>{reaction.emoji}</span> {texts.people(people)}
          </p>
        ) : null;
      })}
    </div>
  );
}

/** One path, where Lucide's icon has six: every activity of a long list has this icon, and rows are drawn while the person scrolls. */
const addIcon = (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M13.3 2.1a10 10 0 1 0 8.6 8.6M9 9v1M15 9v1M7.5 15a6 6 0 0 0 9 0M19 2v6M16 5h6" />
  </svg>
);

type People = Parameters<typeof texts.people>[0];

/** Undefined where the members of the board are not known yet. */
function usePeople(boardId: BoardId): (reaction: ShownReaction) => People | undefined {
  const [namesOf] = useState(createNamesOf);
  const known = useCached(boardId, namesOf);
  return (reaction) => {
    if (!known) return undefined;
    const names = reaction.others.flatMap((userId) => known.get(userId) ?? []);
    return { names, count: countOf(reaction), isMine: reaction.isMine };
  };
}

type Names = ReadonlyMap<string, string>;

/** Names by id; the same map until one changes: each log moves a score, and would draw the reactions of the whole list anew. */
function createNamesOf(): (opened: OpenedBoard | undefined) => Names | undefined {
  let before: { members: OpenedBoard['members']; names: Names } | undefined;
  return (opened) => {
    if (!opened) return undefined;
    const { members } = opened;
    if (before?.members === members) return before.names;
    const now = new Map(members.map(({ userId, username }) => [userId, username]));
    const known = before?.names;
    const isSame = known?.size === now.size && [...now].every(([userId, username]) => known.get(userId) === username);
    before = { members, names: isSame ? known : now };
    return before.names;
  };
}

function nameOf(emoji: string): string {
  return Object.hasOwn(texts.names, emoji) ? texts.names[emoji as keyof typeof texts.names] : emoji;
}

function openerIn(line: HTMLElement | null): HTMLButtonElement | null | undefined {
  return line?.querySelector<HTMLButtonElement>('button[popovertarget]');
}

function useLongPress(line: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const row = line.current?.parentElement?.closest('li');
    if (!isOn || !row) return;
    return onLongPress(row, () => openerIn(line.current)?.click());
  }, [line, isOn]);
}
