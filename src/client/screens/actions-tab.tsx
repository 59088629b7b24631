import { Plus, SlidersHorizontal } from 'lucide-react';
import { memo, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Action } from '#shared/actions';
import { canAddActions, canAnswerProposals, canManageActions } from '#shared/board-policy';
import type { ActionId } from '#shared/ids';
import { useLoggedToast } from '#client/activities/logged-toast.tsx';
import type { ShownBoard } from '#client/sync/commands/projection.ts';
import type { DayBefore } from '#client/sync/commands/items.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useKeyShortcut } from '#client/ui/key-shortcuts.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Tiles } from '#client/ui/layout/layout.tsx';
import { LongList } from '#client/ui/long-list.tsx';
import type { flyPoints as FlyPoints } from '#client/ui/flight.ts';
import { reporting } from '#client/ui/unexpected.ts';
import { ActionSearchBar } from '#client/actions/action-search-bar.tsx';
import { actionsMessages } from '#client/actions/actions-messages.fr.ts';
import styles from './actions-tab.module.css';
import type { ForWhom } from '#client/activities/for-whom.tsx';
import type { ActionNews } from '#client/actions/confirm-action-dialog.tsx';
import { everyAction, foundActions } from '#client/actions/found-actions.ts';
import { inTileOrder } from '#client/actions/tile-order.ts';

const loadExtras = () => import('./confirm-extras.ts');
// A dialog is no part of the first screen; it is here by the time that somebody has found a tile.
const ConfirmActionDialog = lazyPart(
  async () => (await import('#client/actions/confirm-action-dialog.tsx')).ConfirmActionDialog,
  MissingDialog,
);
const FavouriteStar = lazyPart(async () => (await loadExtras()).FavouriteStar);
const LogExtras = lazyPart(async () => (await loadExtras()).LogExtras);
/** A decoration: whoever is faster than its code sees the points change all the same. */
let flyPoints: typeof FlyPoints | undefined;
const loadFlight = async () => void ({ flyPoints } = await loadExtras());
const loadDialogs = () => import('./action-dialogs.ts');
const loadManageActionsDialog = async () => (await loadDialogs()).ManageActionsDialog;
const loadAddActionsDialog = async () => (await loadDialogs()).AddActionsDialog;
const loadProposeActionDialog = async () => (await loadDialogs()).ProposeActionDialog;
const ActionProposals = lazyPart(async () => (await import('#client/actions/action-proposals.tsx')).ActionProposals);

interface ActionsTabProps {
  shown: ShownBoard;
  me: Account;
  /** The ids of the actions, the most logged first: the order of the tiles. */
  mostLogged: readonly ActionId[] | undefined;
  /** Picked where these tiles are not: its confirmation opens with the tab. */
  chosen: Action | null;
  onTaken: () => void;
}

const none: readonly ActionId[] = [];

export function ActionsTab({ shown: { board, members, actions, favourites = none }, me, mostLogged, chosen, onTaken }: ActionsTabProps) {
  const [asked, setAsked] = useState(everyAction);
  const [picked, setPicked] = useState<Picked>({ action: chosen, open: chosen !== null, note: '' });
  const mayAdd = canAddActions(me, board);
  const { Dialog: NewActionDialog, ...adding } = useLazyDialog(mayAdd ? loadAddActionsDialog : loadProposeActionDialog);
  const { Dialog: ManageActionsDialog, ...managing } = useLazyDialog(loadManageActionsDialog);
  const announce = useLoggedToast();
  const [searchKey, logKey] = [useKeyShortcut('/'), useKeyShortcut('n')];

  // The favourites when the tab was opened, so that a star given on another phone moves no tile under the finger. A star given here moves its
  // tile once the dialog is closed.
  const [placed, setPlaced] = useState(favourites);
  const [marked, setMarked] = useState<ActionId | null>(null);
  if (marked !== null && !picked.open && favourites.includes(marked) !== placed.includes(marked)) setPlaced(favourites);
  // Loaded before a tile is pressed.
  useEffect(() => void loadFlight().catch(reporting('code')), []);

  const found = useMemo(() => foundActions(inTileOrder(actions, mostLogged), asked), [actions, mostLogged, asked]);
  const first = found.filter(({ id }) => placed.includes(id));
  const others = first.length === 0 ? found : found.filter((action) => !first.includes(action));

  const firstId = (first[0] ?? others[0])?.id;

  // The action as the board has it now: one that was retired or changed meanwhile must not be logged unseen.
  const present = picked.action && actions.find(({ id }) => id === picked.action?.id);
  const news = newsOf(picked, present);
  const isGain = (present?.points ?? 0) > 0;
  const forWhom = picked.forWhom?.isGain === isGain ? picked.forWhom : undefined;

  const pick = useCallback((action: Action) => {
    setPicked({ action, open: true, note: '' });
    setMarked(null);
  }, []);
  const takeChosen = useEffectEvent(() => {
    if (chosen) onTaken();
  });
  useEffect(() => takeChosen(), []);
  const tile = (action: Action, isFavourite: boolean) => (
    <Tile key={action.id} {...{ action, isFavourite }} onPick={pick} shortcut={action.id === firstId ? logKey : undefined} />
  );
  const favouriteTiles = () =>
    first.length === 0
      ? []
      : [
          <Heading key="favourites">{actionsMessages.favourites}</Heading>,
          ...first.map((action) => tile(action, true)),
          others.length > 0 ? <Heading key="others">{actionsMessages.others}</Heading> : null,
        ];

  function confirm(button: Element) {
    const action = present;
    // A finger that was on its way already meant what stood there before.
    if (action && news === 'edited') return setPicked({ ...picked, reread: action });
    if (action && forWhom?.ask) forWhom.ask(action);
    else if (action) {
      const items = (forWhom?.people ?? [null]).map((credited) => ({
        ...logOf(board.id, action, picked.note.trim()),
        ...(credited && { for: credited }),
        ...(picked.late && { late: picked.late }),
      }));
      if (items.some((item) => !('for' in item))) flyPoints?.(action.points, button);
      outbox.enqueue(...items);
      announce(items);
    }
    setPicked({ ...picked, open: false });
  }

  return (
    <div>
      <div className={styles.sticky}>
        <SearchBar value={asked} onChange={setAsked} found={found.length} shortcut={searchKey} />
      </div>
      {actions.length === 0 ? (
        <EmptyState
          emoji="🎯"
          title={actionsMessages.empty.title}
          text={mayAdd ? actionsMessages.empty.text : actionsMessages.empty.member}
        />
      ) : null}
      {actions.length > 0 && found.length === 0 ? <p className={styles.nothing}>{actionsMessages.nothingFound}</p> : null}
      <Tiles gap={2} className={styles.tiles}>
        <LongList
          as="ul"
          className={styles.list}
          items={others}
          // In one list: a tile that moves from one part to the other stays the same, and keeps the focus.
          before={favouriteTiles()}
          after={
            mayAdd ? (
              <li className={styles.item}>
                <button type="button" className={styles.add} onClick={adding.open}>
                  <Plus aria-hidden="true" />
                  {actionsMessages.add}
                </button>
              </li>
            ) : null
          }
        >
          {(action) => tile(action, false)}
        </LongList>
      </Tiles>
      {canManageActions(me, board) ? (
        <Button kind="ghost" icon={<SlidersHorizontal aria-hidden="true" />} onClick={managing.open}>
          {actionsMessages.manage}
        </Button>
      ) : (
        <Button kind="ghost" icon={<Plus aria-hidden="true" />} onClick={adding.open}>
          {actionsMessages.propose}
        </Button>
      )}
      {/* The head of the board asks the member who answers them. */}
      {canAnswerProposals(me, board) ? null : (
        <Suspense>
          <ActionProposals board={board} me={me} />
        </Suspense>
      )}
      <Suspense>
        <ConfirmActionDialog
          action={present ?? picked.action}
          {...{ news, forWhom }}
          star={
            present ? (
              <Suspense>
                <FavouriteStar
                  boardId={board.id}
                  actionId={present.id}
                  isOn={favourites.includes(present.id)}
                  onPressed={() => setMarked(present.id)}
                />
              </Suspense>
            ) : null
          }
          extras={
            <Suspense>
              <LogExtras
                note={picked.note}
                late={picked.late}
                {...{ forWhom, members, isGain }}
                boardId={board.id}
                myId={me.id}
                onChange={(extras) => setPicked({ ...picked, ...extras })}
              />
            </Suspense>
          }
          hasFaces={isGain && members.length === 2}
          open={picked.open}
          onConfirm={confirm}
          onClose={() => setPicked({ ...picked, open: false })}
        />
      </Suspense>
      {NewActionDialog ? <NewActionDialog boardId={board.id} actions={actions} open={adding.isOpen} onClose={adding.close} /> : null}
      {ManageActionsDialog ? (
        <ManageActionsDialog boardId={board.id} actions={actions} open={managing.isOpen} onClose={managing.close} />
      ) : null}
    </div>
  );
}

const SearchBar = memo(ActionSearchBar);

interface TileProps {
  action: Action;
  isFavourite: boolean;
  onPick: (action: Action) => void;
  shortcut: string | undefined;
}

/** Drawn once, whatever is picked, logged or asked for beside it. */
const Tile = memo(function Tile({ action: { id, title, points, emoji }, action, isFavourite, onPick, shortcut }: TileProps) {
  return (
    <li className={styles.item} data-key={id}>
      <ActionTile {...{ title, points, emoji, isFavourite, shortcut }} onSelect={() => onPick(action)} />
    </li>
  );
});

interface Picked {
  /** The action as it was when the person picked it. */
  action: Action | null;
  open: boolean;
  /** What is written with it. */
  note: string;
  /** For whom it is noted, where that is not the person alone. */
  forWhom?: ForWhom | undefined;
  /** The day that it is noted for, where that is not today. */
  late?: DayBefore | undefined;
  /** The action after an edit, when a press was held back: the next press means this one. */
  reread?: Action;
}

function newsOf({ action, reread }: Picked, present: Action | null | undefined): ActionNews | null {
  if (!action) return null;
  if (!present) return 'gone';
  if (isSame(present, action)) return null;
  return reread && isSame(present, reread) ? 'reread' : 'edited';
}

function Heading({ children }: { children: string }) {
  return (
    <li className={styles.part}>
      <h2 className="visually-hidden">{children}</h2>
    </li>
  );
}

function isSame(one: Action, other: Action): boolean {
  return one.title === other.title && one.points === other.points;
}

/** Stands in while the dialog cannot be loaded: a press on a tile is answered. The dialog opens once it is there. */
function MissingDialog({ open }: { open: boolean }) {
  const { show } = useToasts();
  useEffect(() => {
    if (open) show({ kind: 'error', message: words.unreachable });
  }, [open, show]);
  return null;
}
