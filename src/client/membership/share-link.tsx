import { Suspense } from 'react';
import { canMakeSingleLinks, canSwitchLink } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import { useMe } from '#client/session/session-queries.ts';
import { invitationLink } from './invitation-link.ts';
import { Banner, ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { useChangeBoard } from '#client/boards/board-commands.ts';
import { shareBoardMessages } from './share-board-messages.fr.ts';
import { QrCode } from './lazy-qr-code.tsx';
import styles from './share-link.module.css';
import { SingleLinks } from './single-links.tsx';

const texts = shareBoardMessages.link;

interface ShareLinkProps {
  board: Board;
  /** How many the board has. */
  members: number;
  /** One person is awaited: their link is there at once. */
  forOne?: boolean;
}

export function ShareLink({ board, members, forOne = false }: ShareLinkProps) {
  const me = useMe();
  const canSwitch = canSwitchLink(me, board);
  const singleLinks = canMakeSingleLinks(me, board) ? <SingleLinks board={board} members={members} isMain={forOne} /> : null;
  const isSecond = singleLinks !== null && members !== 2;
  const general = (
    <Stack>
      {board.linkEnabled ? (
        <Link board={board} hint={canSwitch ? texts.textForAdministrator : texts.text} isSecond={isSecond} />
      ) : (
        <Banner>{canSwitch ? texts.off : texts.offForMember}</Banner>
      )}
      {canSwitch ? <LinkSwitch board={board} /> : null}
    </Stack>
  );
  // It lets the person in at once: whoever may make it is offered it first.
  return isSecond ? (
    <Tiles gap={5} className={styles.ways}>
      {singleLinks}
      {general}
    </Tiles>
  ) : (
    <Stack>
      {singleLinks}
      {general}
    </Stack>
  );
}

function Link({ board, hint, isSecond }: { board: Board; hint: string; isSecond: boolean }) {
  const url = invitationLink(board.id);
  return (
    <>
      <ShareAddress
        url={url}
        label={texts.label}
        hint={hint}
        shared={{ title: board.title, text: texts.nativeText({ board: board.title, url }) }}
        texts={texts}
        isSecond={isSecond}
      />
      <div className={styles.qr}>
        <Suspense fallback={<div className={styles.qrPlaceholder} />}>
          <QrCode text={url} label={texts.qrCode} />
        </Suspense>
        <p className="hint">{texts.qrCodeText}</p>
      </div>
    </>
  );
}

function LinkSwitch({ board }: { board: Board }) {
  const change = useChangeBoard(board.id);
  const flip = () => change.mutate({ linkEnabled: !board.linkEnabled });
  return (
    <Stack gap={3}>
      {change.isError ? <ErrorBanner onRetry={flip}>{texts.switchFailed}</ErrorBanner> : null}
      <Button kind={board.linkEnabled ? 'ghost' : 'primary'} pending={change.isPending} onClick={flip}>
        {board.linkEnabled ? texts.disable : texts.enable}
      </Button>
    </Stack>
  );
}
