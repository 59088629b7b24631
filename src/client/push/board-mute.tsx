import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useState } from 'react';
import type { BoardId } from '#shared/ids';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { pushMessages as texts } from './push-messages.fr.ts';
import { notificationsQuery, useMute } from './push-queries.ts';

/** Whether this person hears of a board. Nothing where no notifications are sent. */
export function BoardMute({ boardId }: { boardId: BoardId }) {
  const { data } = useQuery(notificationsQuery);
  const mute = useMute(boardId);
  // Shown until the server has answered; after a failure what is stored shows again.
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!data || data.publicKey === null) return null;
  const save = (isMuted: boolean) => {
    setWanted(isMuted);
    mute.mutate(isMuted, { onSettled: () => setWanted(null) });
  };
  return (
    <div>
      <Switch
        label={texts.muted.board}
        description={texts.muted.boardText}
        icon={<BellOff aria-hidden="true" />}
        checked={wanted ?? data.mutedBoards.includes(boardId)}
        onSwitch={save}
      />
      {mute.isError ? <ErrorBanner onRetry={() => save(mute.variables)}>{texts.saveFailed}</ErrorBanner> : null}
    </div>
  );
}
