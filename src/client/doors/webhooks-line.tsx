import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import type { BoardId } from '#shared/ids';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { listed } from '#client/ui/format.fr.ts';
import { Switch } from '#client/ui/switch.tsx';
import { webhookMessages as texts } from './webhook-messages.fr.ts';
import { useLeaveOut, webhooksQuery } from './webhook-queries.ts';

/** In the settings of a board, for every member: where it tells what happens, and whether it tells what they do. Nothing where it tells nobody. */
export function WebhooksLine({ boardId }: { boardId: BoardId }) {
  const { data } = useQuery(webhooksQuery(boardId));
  const leaveOut = useLeaveOut(boardId);
  // Shown until the server has answered; after a failure what is stored shows again.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const hosts = [...new Set((data?.webhooks ?? []).filter(({ off }) => off === null).map(({ host }) => host || texts.unreadable))];
  if (!data || (hosts.length === 0 && !data.isLeftOut)) return null;
  const save = (isLeftOut: boolean) => {
    setWanted(isLeftOut);
    leaveOut.mutate(isLeftOut, { onSettled: () => setWanted(null) });
  };
  return (
    <div>
      <Switch
        label={texts.line.leftOut}
        description={hosts.length > 0 ? texts.line.tells({ hosts: listed(hosts) }) : texts.empty}
        icon={<Webhook aria-hidden="true" />}
        checked={wanted ?? data.isLeftOut}
        onSwitch={save}
      />
      {leaveOut.isError ? <ErrorBanner onRetry={() => save(leaveOut.variables)}>{texts.failed}</ErrorBanner> : null}
    </div>
  );
}
