import type { BoardId, UserId } from '#shared/ids';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { fullDate } from '#client/ui/format.fr.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { useMakeReEntryLink } from './board-guests.ts';
import { guestMessages } from './guest-messages.fr.ts';

const texts = guestMessages.reEntry;

interface ReEntryDialogProps {
  boardId: BoardId;
  member: { userId: UserId; username: string };
  /** Until when a link waits for them that was made before, whose address nobody can read any more. */
  waitsUntil: number | null;
  open: boolean;
  onClose: () => void;
}

/** The link by which a member who plays without an email comes back to their game. */
export function ReEntryDialog({ boardId, member: { userId, username: name }, waitsUntil, open, onClose }: ReEntryDialogProps) {
  const make = useMakeReEntryLink(boardId);
  const link = make.data;
  const url = link && `${location.origin}/retour#${link.token}`;
  return (
    <Dialog open={open} onClose={onClose} onClosed={make.reset} locked={make.isPending} title={texts.action({ name })}>
      <Stack>
        <p>{texts.text({ name })}</p>
        {make.error ? <ErrorBanner>{finalRefusal(make.error) ?? texts.failed}</ErrorBanner> : null}
        {link && url !== undefined ? (
          <ShareAddress
            url={url}
            label={texts.label}
            hint={texts.until({ until: fullDate(link.expiresAt) })}
            shared={{ title: texts.label, text: texts.nativeText({ url }) }}
            texts={texts}
          />
        ) : (
          <>
            {waitsUntil === null ? null : <p className="hint">{texts.waiting({ until: fullDate(waitsUntil) })}</p>}
            <Button kind="primary" wide data-autofocus="" pending={make.isPending} onClick={() => make.mutate(userId)}>
              {texts.make}
            </Button>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
