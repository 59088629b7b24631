import { lazy, Suspense } from 'react';
import { canSwitchLink } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import { useMe } from '#client/accounts/session-queries.ts';
import { invitationLink } from '#client/requests/invitation-link.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useChangeBoard } from './board-commands.ts';
import { shareBoardMessages } from './boards-messages.fr.ts';
import styles from './share-link.module.css';

const texts = shareBoardMessages.link;

export function ShareLink({ board }: { board: Board }) {
  const canSwitch = canSwitchLink(useMe(), board);
  return (
    <div className={styles.link}>
      {board.linkEnabled ? (
        <Link board={board} hint={canSwitch ? texts.textForAdministrator : texts.text} />
      ) : (
        <Banner>{canSwitch ? texts.off : texts.offForMember}</Banner>
      )}
      {canSwitch ? <LinkSwitch board={board} /> : null}
    </div>
  );
}

function Link({ board, hint }: { board: Board; hint: string }) {
  const url = invitationLink(board.id);
  return (
    <>
      <ShareAddress
        url={url}
        label={texts.label}
        hint={hint}
        shared={{ title: board.title, text: texts.nativeText({ board: board.title, url }) }}
        texts={texts}
      />
      <div className={styles.qr}>
        <Suspense fallback={<div className={styles.qrPlaceholder} />}>
          <QrCode text={url} label={texts.qrCode} />
        </Suspense>
        <p className={styles.qrText}>{texts.qrCodeText}</p>
      </div>
    </>
  );
}

// The link itself is what matters: without the encoder the dialog still does its work.
const QrCode = lazy(async () => {
  try {
    return { default: (await import('#client/ui/qr-code.tsx')).QrCode };
  } catch {
    return { default: NoQrCode };
  }
});

function NoQrCode(_: { text: string; label: string }) {
  return <p>{texts.qrCodeFailed}</p>;
}

function LinkSwitch({ board }: { board: Board }) {
  const change = useChangeBoard(board.id);
  const flip = () => change.mutate({ linkEnabled: !board.linkEnabled });
  return (
    <div className={styles.switch}>
      {change.isError ? (
        <Banner kind="error" announced action={<Button onClick={flip}>{words.retry}</Button>}>
          {texts.switchFailed}
        </Banner>
      ) : null}
      <Button kind={board.linkEnabled ? 'secondary' : 'primary'} pending={change.isPending} onClick={flip}>
        {board.linkEnabled ? texts.disable : texts.enable}
      </Button>
    </div>
  );
}
