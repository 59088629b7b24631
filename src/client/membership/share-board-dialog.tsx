import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { canInvite } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { useMe } from '#client/session/session-queries.ts';
import { PendingInvitations } from './pending-invitations.tsx';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { useObserved } from '#client/ui/observable.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { arrivals } from './arrivals.ts';
import { boardQuery } from '#client/boards/board-queries.ts';
import { shareBoardMessages as texts } from './share-board-messages.fr.ts';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { InvitationForm } from './invitation-form.tsx';
import { ShareLink } from './share-link.tsx';

interface ShareBoardDialogProps {
  boardId: BoardId;
  open: boolean;
  onClose: () => void;
  /** The board was made for two: the link for the other one is there at once. */
  forOne?: boolean;
}

/** The link for everybody; the administrator invites by name, others propose somebody to her (decision D2). */
export function ShareBoardDialog({ boardId, open, onClose, forOne = false }: ShareBoardDialogProps) {
  const me = useMe();
  const opened = useQuery({ ...boardQuery(boardId), enabled: open });
  const { board, members = [] } = opened.data ?? {};
  // Somebody has come: that is what the person looks at then.
  const hasCome = useObserved(arrivals).some((one) => one.boardId === boardId);
  const closeOnArrival = useEffectEvent(onClose);
  useEffect(() => {
    if (hasCome && open) closeOnArrival();
  }, [hasCome, open]);
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} size="wide">
      {board ? (
        <Stack gap={5} data-board-theme={board.theme}>
          {canInvite(me, board) ? (
            <AdministratorsWays board={board} members={members.length} forOne={forOne} />
          ) : (
            <MembersWays board={board} members={members.length} />
          )}
        </Stack>
      ) : opened.isError ? (
        <ErrorBanner onRetry={opened.refetch}>{boardMessages.loadFailed}</ErrorBanner>
      ) : (
        <Skeleton label={boardMessages.loading} />
      )}
    </Dialog>
  );
}

type Way = 'link' | 'direct';

interface WaysProps {
  board: Board;
  members: number;
}

function AdministratorsWays({ board, members, forOne }: WaysProps & { forOne: boolean }) {
  const [way, setWay] = useState<Way>('link');
  const content = useRef<HTMLDivElement>(null);
  const byName = useRef<HTMLDivElement>(null);

  function switchToLink() {
    // Before what was pressed goes away with its tab.
    passFocusOn([content.current?.querySelector<HTMLElement>('[role="tab"]')], {});
    setWay('link');
  }

  const { tabs, direct } = texts;
  return (
    <div ref={content}>
      <Tabs
        label={tabs.label}
        tabs={[
          { value: 'link', label: tabs.link },
          { value: 'direct', label: tabs.direct },
        ]}
        selected={way}
        onSelect={setWay}
      >
        {way === 'link' ? (
          <ShareLink board={board} members={members} forOne={forOne} />
        ) : (
          <div ref={byName} tabIndex={-1}>
            <Stack gap={5}>
              <InvitationForm
                boardId={board.id}
                type="invitation"
                label={direct.username}
                submit={direct.submit}
                submitting={direct.submitting}
                sent={direct.sent}
                onUseLink={switchToLink}
              />
              <PendingInvitations boardId={board.id} beyond={byName} />
            </Stack>
          </div>
        )}
      </Tabs>
    </div>
  );
}

function MembersWays({ board, members }: WaysProps) {
  const { isGuest } = useMe();
  const { notAllowed, propose } = texts;
  return (
    <>
      <ShareLink board={board} members={members} />
      {/* Whoever may lose their game with their phone speaks for nobody else. */}
      {isGuest ? null : (
        <>
          <Banner title={notAllowed.title}>{notAllowed.text}</Banner>
          <InvitationForm
            boardId={board.id}
            type="member_invitation"
            label={propose.label}
            example={propose.username}
            submit={propose.submit}
            submitting={propose.submitting}
            sent={propose.sent}
          />
        </>
      )}
    </>
  );
}
