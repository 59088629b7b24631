import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { codeLimits } from '#shared/code-limits';
import type { OpenedCode } from '#shared/codes';
import type { ActivityId } from '#shared/ids';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { useLoggedToast } from '#client/activities/logged-toast.tsx';
import { api, Refused } from '#client/api/api.ts';
import { inServerTime, serverTime } from '#client/api/server-clock.ts';
import { useMe } from '#client/session/session-queries.ts';
import { logOf } from '#client/sync/commands/registry.ts';
import { outbox, useOutbox } from '#client/sync/outbox/outbox.ts';
import { useLastFailure } from '#client/sync/replica/failures.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { pointsWithUnit } from '#client/ui/format.fr.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { codeMessages as texts } from './code-messages.fr.ts';
import { openedCodeQuery } from './code-queries.ts';
import styles from './codes.module.css';

/** The page behind a sticker: one press does what it stands for, in the name of whoever holds the phone. Opening it does nothing. */
export function CodeScreen() {
  const { code } = useParams({ from: '/shell/l/$code' });
  return <Code key={code} code={code} />;
}

function Code({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery(openedCodeQuery(code));
  const lastFailure = useLastFailure(error);
  const failure = data ? error : lastFailure;
  if (failure instanceof Refused && failure.code === 'code_not_found') return <Missing />;
  const { does } = data ?? {};
  return (
    <div className={screen.column}>
      <PageTitle subtitle={does?.kind === 'log' && texts.lead}>{texts.title}</PageTitle>
      {data && does?.kind === 'log' ? (
        <Log code={code} opened={{ ...data, does }} />
      ) : data && does?.kind === 'nudge' ? (
        <Nudge code={code} opened={{ ...data, does }} />
      ) : failure ? (
        <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} shape="card" count={1} />
      )}
    </div>
  );
}

/** The same for a code that is unknown, over or of a board of others. */
function Missing() {
  return (
    <div className={screen.column}>
      <PageTitle subtitle={texts.missing.text}>{texts.missing.title}</PageTitle>
      <Link to="/dashboard" className={buttonClass({ kind: 'primary' })}>
        {texts.missing.home}
      </Link>
    </div>
  );
}

type Does = OpenedCode['does'];
interface OpenedProps<K extends Does['kind']> {
  code: string;
  opened: OpenedCode & { does: Extract<Does, { kind: K }> };
}

interface Pressed {
  id: ActivityId;
  at: number;
  /** When the same was last logged before it, where that was within a minute. */
  before: number | null;
}

function Log({ code, opened: { board, does, loggedAt } }: OpenedProps<'log'>) {
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [isAsking, setAsking] = useState(false);
  const announce = useLoggedToast();
  const client = useQueryClient();
  const pending = useOutbox('pending');
  const isTakenBack = (id: ActivityId) => pending.some((item) => item.kind === 'undo' && item.id === id);
  const isNoted = pressed !== null && !isTakenBack(pressed.id);
  const { id: pressedId, before = null } = pressed ?? {};
  // What was taken back, or refused, is not there to be done again.
  useEffect(() => {
    if (pressedId === undefined) return;
    const forget = () => {
      setPressed((now) => (now?.id === pressedId ? null : now));
      client.setQueryData(openedCodeQuery(code).queryKey, (now) => now && { ...now, loggedAt: before });
    };
    const stop = outbox.subscribe(() => {
      if (outbox.shown().pending.some(({ kind, id }) => kind === 'undo' && id === pressedId)) forget();
    });
    outbox.onSettled([{ kind: 'log', id: pressedId }], (areSent) => areSent || forget());
    return stop;
  }, [client, code, pressedId, before]);

  function log() {
    const item = { ...logOf(board.id, does), code };
    outbox.enqueue(item);
    announce([item]);
    const at = serverTime();
    setPressed({ id: item.id, at, before: loggedAt });
    setAsking(false);
    // For whoever scans it again, though the page was left meanwhile.
    client.setQueryData(openedCodeQuery(code).queryKey, (now) => now && { ...now, loggedAt: at });
  }

  function press() {
    const waiting = pending.map((item) =>
      item.kind === 'log' && item.actionId === does.id && !item.for && !isTakenBack(item.id) ? inServerTime(item.startedAt) : 0,
    );
    const last = Math.max(loggedAt ?? 0, isNoted ? pressed.at : 0, ...waiting);
    if (serverTime() - last < codeLimits.againWithin) setAsking(true);
    else log();
  }

  return (
    <>
      <Press board={board} onPress={press}>
        <span aria-hidden="true" className={styles.emoji}>
          {does.emoji ?? board.icon}
        </span>
        <span className={styles.title}>{does.title}</span>
        <span>{pointsWithUnit(does.points)}</span>
      </Press>
      <div role="status">{isNoted ? <Banner kind="success">{texts.logged({ title: does.title })}</Banner> : null}</div>
      <ToBoard board={board} />
      <ConfirmDialog
        open={isAsking}
        title={texts.again.title}
        text={texts.again.text({ title: does.title })}
        confirmLabel={texts.again.yes}
        cancelLabel={texts.again.no}
        onCancel={() => setAsking(false)}
        onConfirm={log}
      />
    </>
  );
}

function Nudge({ code, opened: { board, does } }: OpenedProps<'nudge'>) {
  const me = useMe();
  const nudge = useCommand({ mutationFn: () => api('POST /api/l/:code/nudge', { params: { code } }) });
  const { username: name } = does;
  return (
    <>
      {does.userId === me.id ? (
        <Banner>{texts.yourself}</Banner>
      ) : (
        <Press board={board} isDone={nudge.isPending || nudge.isSuccess} onPress={() => nudge.mutate()}>
          <span aria-hidden="true" className={styles.emoji}>
            {does.avatar}
          </span>
          <span className={styles.title}>{texts.nudge({ name })}</span>
          <span>{texts.nudgeHint}</span>
        </Press>
      )}
      <div role="status">{nudge.data ? <Banner kind="success">{texts.nudged({ name, sentence: nudge.data.sentence })}</Banner> : null}</div>
      {nudge.isError ? <ErrorBanner>{nudge.error instanceof Refused ? nudge.error.sentence : texts.nudgeFailed}</ErrorBanner> : null}
      <ToBoard board={board} />
    </>
  );
}

interface PressProps {
  board: OpenedCode['board'];
  isDone?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Press({ board, isDone = false, onPress, children }: PressProps) {
  return (
    <button
      type="button"
      className={styles.press}
      data-board-theme={board.theme}
      // `disabled` would lose the focus.
      aria-disabled={isDone || undefined}
      // A double press is one.
      onClick={({ detail }) => isDone || detail > 1 || onPress()}
    >
      {children}
      <span className={styles.board}>
        <span aria-hidden="true">{board.icon} </span>
        {board.title}
      </span>
    </button>
  );
}

function ToBoard({ board: { id: boardId, title } }: Pick<PressProps, 'board'>) {
  return (
    <Link to="/board/$boardId" params={{ boardId }} className={screen.guide}>
      {texts.board({ board: title })}
    </Link>
  );
}
