/** The toasts of notices. They come when there is something to say. */
import type { useRouter } from '@tanstack/react-router';
import type { Notice, NoticeOf } from '#shared/notices';
import { proposalsMessages } from '#client/actions/proposals-messages.fr.ts';
import { boardEventsMessages } from '#client/boards/board-events-messages.fr.ts';
import type { ToastContent } from '#client/ui/toasts.tsx';

type Router = ReturnType<typeof useRouter>;

/** Null where a notice shows itself otherwise: in a bubble, or by a medal. */
const toasts: { [Kind in Notice['kind']]: ((notice: NoticeOf<Kind>, router: Router) => ToastContent | null) | null } = {
  activity_logged: null,
  reaction_added: null,
  achievement_unlocked: null,
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
};

export function toastOf<Kind extends Notice['kind']>(notice: NoticeOf<Kind>, router: Router): ToastContent | null {
  const kind: Kind = notice.kind;
  return toasts[kind]?.(notice, router) ?? null;
}
