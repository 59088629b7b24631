/** The toasts of notices and of boards that are gone. Loaded when there is something to say. */
import type { useRouter } from '@tanstack/react-router';
import type { BoardId } from '#shared/ids';
import type { GoneReason } from '#shared/live-events';
import type { NewsKind, NoticeKind, NoticeOf } from '#shared/notices';
import { proposalsMessages } from '#client/actions/proposals-messages.fr.ts';
import { boardEventsMessages } from '#client/boards/board-events-messages.fr.ts';
import type { ToastContent } from '#client/ui/toasts.tsx';
import { noticeLink } from '#shared/notice-links';
import { playWords } from '#shared/play-words.fr';
import { nudgedMessages } from './nudged-messages.fr.ts';
import { playNoticeMessages } from './play-notice-messages.fr.ts';

type Router = ReturnType<typeof useRouter>;

type ToastKind = Exclude<NoticeKind, NewsKind>;

/** Null where a notice shows itself otherwise: by a medal, or by the face that arrives (`membership/arrivals.ts`). */
const toasts: { [Kind in ToastKind]: ((notice: NoticeOf<Kind>, router: Router) => ToastContent | null) | null } = {
  achievement_unlocked: null,
  member_joined: null,
  board_handed_over: ({ boardTitle }) => ({ message: boardEventsMessages.administrator({ board: boardTitle }) }),
  proposal_made({ boardId, username, title }, router) {
    const to = { to: '/board/$boardId', params: { boardId } } as const;
    // The tab Actions of the board shows it already.
    if (router.matchRoute(to) && router.state.location.search.tab === undefined) return null;
    const action = { label: proposalsMessages.see, onAction: () => void router.navigate(to) };
    return { message: proposalsMessages.proposes({ name: username, title }), action };
  },
  proposal_answered: ({ title, accepted }) =>
    accepted
      ? { kind: 'success', message: proposalsMessages.wasAccepted({ title }) }
      : { message: proposalsMessages.wasDeclined({ title }) },
  nudged({ boardId, username, sentence }, router) {
    const to = { to: '/board/$boardId', params: { boardId } } as const;
    const message = nudgedMessages.nudged({ name: username, sentence });
    return router.matchRoute(to)
      ? { message }
      : { message, action: { label: nudgedMessages.see, onAction: () => void router.navigate(to) } };
  },
  agreement_made({ boardId, agreementId, of, username }, router) {
    if (isOnBoard(router, boardId)) return null;
    const onAction = () => router.history.push(noticeLink('seasons', boardId, { agreementId }));
    return { message: playWords.proposals[of].proposes({ name: username }), action: { label: playNoticeMessages.answer, onAction } };
  },
  all_agreed: ({ boardId, of, isForTwo = false }, router) =>
    isOnBoard(router, boardId) ? null : inScores(boardId, playWords.proposals[of].agreed({ isForTwo }), router),
  season_closed: ({ boardId, of }, router) =>
    isOnBoard(router, boardId) && router.state.location.search.tab === 'scores' ? null : inScores(boardId, playWords.over[of], router),
  contest_made: ({ boardId, username }, router) => asked(router, boardId, playWords.contests.made({ name: username })),
  contest_kept: ({ boardId, username }, router) => asked(router, boardId, playWords.contests.kept({ name: username })),
  contest_settled: ({ boardId, result }, router) =>
    isOnBoard(router, boardId)
      ? null
      : inScores(boardId, playNoticeMessages.contestOver({ result: playWords.contests.result(result) }), router),
  loss_denied: ({ username, title }) => ({ message: playNoticeMessages.lossDenied({ name: username, title }) }),
};

/** What is asked stands in the board's header, whatever tab is open. */
function asked(router: Router, boardId: BoardId, message: string): ToastContent | null {
  const onAction = () => router.history.push(noticeLink('seasons', boardId));
  return isOnBoard(router, boardId) ? null : { message, action: { label: playNoticeMessages.answer, onAction } };
}

/** Its header tells what the board plays for, whatever tab is open. */
function isOnBoard(router: Router, boardId: BoardId): boolean {
  return Boolean(router.matchRoute({ to: '/board/$boardId', params: { boardId } }));
}

function inScores(boardId: BoardId, message: string, router: Router): ToastContent {
  return { message, action: { label: playNoticeMessages.see, onAction: () => router.history.push(noticeLink('seasons', boardId)) } };
}

export function toastOf<Kind extends ToastKind>(notice: NoticeOf<Kind>, router: Router): ToastContent | null {
  const kind: Kind = notice.kind;
  return toasts[kind]?.(notice, router) ?? null;
}

export function goneSentence(board: string | null, reason: GoneReason | null): string {
  if (board === null) return boardEventsMessages.gone;
  if (reason === 'deleted') return boardEventsMessages.deleted({ board });
  // In another tab; on this one the person knows.
  if (reason === 'left') return boardEventsMessages.left({ board });
  // Found gone later: to a stranger, a board that was deleted and one that is there look the same.
  if (reason === null) return boardEventsMessages.unavailable({ board });
  return boardEventsMessages.removed({ board });
}
