import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useCallback, useState } from 'react';
import type { OfferedAction } from '#shared/actions';
import type { FeedActivity } from '#shared/activities';
import type { BoardCard } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { openYesterday } from '#shared/day-after';
import { actionKey } from '#shared/offered-actions';
import { useMe } from '#client/session/session-queries.ts';
import { confirmActionMessages } from '#client/actions/actions-messages.fr.ts';
import { offeredActionsQuery } from '#client/actions/action-queries.ts';
import { serverTime } from '#client/api/server-clock.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import type { DayBefore } from '#client/sync/commands/items.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox } from '#client/sync/outbox/outbox.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ActionSearch } from './action-search.tsx';
import { flattened } from '#client/sync/replica/views.ts';
import styles from './add-action-dialog.module.css';
import { addActionMessages as texts } from './add-action-messages.fr.ts';
import { BoardChecks } from './board-checks.tsx';
import { type ForWhom, peopleOf } from './for-whom.tsx';
import { likelyBoard } from './likely-board.ts';
import { useLoggedToast } from './logged-toast.tsx';
import { OptionalNote } from './note-field.tsx';
import { lostBoards } from './offered-actions.ts';

interface AddActionDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** The board that is open: the log is meant for it. */
  openBoardId?: string | undefined;
  /** Called as soon as the activities are on their way. */
  onLogged?: (() => void) | undefined;
}

/** One action, one or more boards: logged on all of them or on none (decision D4). */
export function AddActionDialog({ open, openBoardId, onClose, onClosed, onLogged }: AddActionDialogProps) {
  const offered = useQuery({ ...offeredActionsQuery, enabled: open });
  const boards = useQuery({ ...boardsQuery, enabled: open });
  // The action as it was offered when the person chose it.
  const [chosen, setChosen] = useState<OfferedAction | null>(null);
  const [note, setNote] = useState('');
  const [meant, setMeant] = useState<{ boardId: BoardId; forWhom?: ForWhom | undefined; late?: DayBefore | undefined } | null>(null);
  const [presses, setPresses] = useState(0);
  const announce = useLoggedToast();
  const { id: myId } = useMe();
  const client = useQueryClient();
  const [checked, setChecked] = useState<ReadonlySet<string> | null>(null);

  // Once: what others do meanwhile must move no tick.
  if (open && boards.data && checked === null) {
    const likely =
      openBoardId ?? likelyBoard(boards.data, outbox.shown().pending, flattened<FeedActivity>(client.getQueryData(queryKeys.feed)), myId);
    setChecked(new Set(likely === undefined ? [] : [likely]));
  }
  const boardIds = checked ?? none;

  const action = chosen && offered.data?.find((one) => actionKey(one) === actionKey(chosen));
  // A board that was checked and lacks the action chosen later does not count.
  const chosenBoards = action?.boards.filter(({ boardId }) => boardIds.has(boardId)) ?? [];
  const lost = lostBoards(chosen, action, boardIds);
  const ready = action && chosenBoards.length > 0;
  // On several boards there are other people on each.
  const only = chosenBoards.length === 1 ? boards.data?.find(({ id }) => id === chosenBoards[0]?.boardId) : undefined;
  const isGain = (action?.points ?? 0) > 0;
  const said = meant && meant.boardId === only?.id ? meant : undefined;
  const forWhom = said?.forWhom?.isGain === isGain ? said.forWhom : undefined;
  const late = said?.late;

  function log() {
    if (lost.length > 0) {
      // A finger that was on its way already meant what stood there before.
      if (action) setChosen(action);
      setPresses(presses + 1);
      return;
    }
    if (!ready) return;
    const { title, points, emoji } = action;
    const [first] = chosenBoards;
    if (first && forWhom?.ask) forWhom.ask({ id: first.actionId, title, points, emoji });
    else {
      const items = chosenBoards.flatMap(({ boardId, actionId: id }) =>
        (forWhom?.people ?? [null]).map((credited) => ({
          ...logOf(boardId, { id, title, points, emoji }, note.trim()),
          ...(credited && { for: credited }),
          ...(late && { late }),
        })),
      );
      outbox.enqueue(...items);
      announce(items);
      onLogged?.();
    }
    onClose();
  }

  const actions = offered.data;
  const choose = useCallback((key: string) => setChosen(actions?.find((one) => actionKey(one) === key) ?? null), [actions]);
  const check = useCallback((boardId: BoardId, isChecked: boolean) => {
    setChecked((ids) => {
      const next = new Set(ids ?? []);
      if (isChecked) next.add(boardId);
      else next.delete(boardId);
      return next;
    });
  }, []);

  const nothingToOffer = boards.data?.length === 0;
  const footer = (
    <>
      <p key={presses} role="status" className={styles.state}>
        {lost.length > 0 ? goneSentence(boards.data, action, lost) : (forWhom?.remark ?? stateOf(action, chosenBoards.length))}
      </p>
      <Button kind="primary" size="lg" disabled={!ready && lost.length === 0} onClick={log}>
        {forWhom?.confirm({ points: action?.points ?? 0 }) ?? texts.submit}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} onClosed={onClosed} title={texts.title} size="wide" footer={nothingToOffer ? undefined : footer}>
      {nothingToOffer ? (
        <EmptyState
          title={texts.withoutBoard}
          action={
            <Link to="/create-board" className={buttonClass({ kind: 'primary' })}>
              {texts.createBoard}
            </Link>
          }
        />
      ) : offered.data && boards.data ? (
        <div className={styles.columns}>
          <Search actions={offered.data} chosen={chosen && actionKey(chosen)} onChoose={choose} />
          <Checks boards={boards.data} action={action ?? undefined} checked={boardIds} onCheck={check} />
          {ready ? (
            <div className={styles.extras}>
              {only && only.memberCount > 1 ? (
                <Suspense>
                  <ForWhomOn
                    key={only.id}
                    boardId={only.id}
                    {...{ isGain, forWhom }}
                    onChange={(people) => setMeant({ ...said, boardId: only.id, forWhom: people })}
                  />
                </Suspense>
              ) : null}
              {/* A loss is asked about without words, and counts once it is avowed. */}
              {forWhom?.ask ? null : (
                <>
                  <OptionalNote {...{ note }} onChange={setNote} />
                  {only && openYesterday(only.timeZone, serverTime()) !== null ? (
                    <Suspense>
                      <DayOn
                        boardId={only.id}
                        people={peopleOf(forWhom, myId)}
                        late={late}
                        onChange={(day) => setMeant({ ...said, boardId: only.id, late: day })}
                      />
                    </Suspense>
                  ) : null}
                </>
              )}
            </div>
          ) : null}
        </div>
      ) : offered.isError || boards.isError ? (
        <ErrorBanner onRetry={() => Promise.all([offered.refetch(), boards.refetch()])}>{texts.loadFailed}</ErrorBanner>
      ) : (
        <Skeleton count={5} label={texts.loading} />
      )}
    </Dialog>
  );
}

const DayOn = lazyPart(async () => (await import('./day-choice.tsx')).DayChoice);
const ForWhomOn = lazyPart(async () => (await import('./for-whom-on.tsx')).ForWhomOn);
const none: ReadonlySet<string> = new Set();
// The choices stay visible while the dialog closes.
const Search = memo(ActionSearch);
const Checks = memo(BoardChecks);

/** The checked boards on which the chosen action can no longer be logged. */
function goneSentence(boards: readonly BoardCard[] | undefined, action: OfferedAction | null | undefined, lost: readonly string[]): string {
  const board = boards?.find(({ id }) => lost.includes(id));
  return action && board ? texts.goneFrom({ board: board.title }) : confirmActionMessages.gone;
}

function stateOf(action: OfferedAction | null | undefined, count: number): string {
  if (!action) return texts.actionRequired;
  return count === 0 ? texts.boardsRequired : texts.ready({ points: action.points, count });
}
