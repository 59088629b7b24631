import { Check, Copy, Link2, Share2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { canSwitchLink } from '#shared/board-policy';
import type { Board } from '#shared/boards';
import { useMe } from '#client/accounts/session-queries.ts';
import { invitationLink } from '#client/requests/invitation-link.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { copyTextOf } from '#client/ui/copy-text.ts';
import { useMoment } from '#client/ui/moment.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useChangeBoard } from './board-commands.ts';
import { shareBoardMessages } from './boards-messages.fr.ts';
import styles from './share-link.module.css';

const texts = shareBoardMessages.link;

export function ShareLink({ board }: { board: Board }) {
  const canSwitch = canSwitchLink(useMe(), board);
  return (
    <div className={styles.link}>
      {board.linkEnabled ? <Link board={board} /> : <Banner>{canSwitch ? texts.off : texts.offForMember}</Banner>}
      {canSwitch ? <LinkSwitch board={board} /> : null}
    </div>
  );
}

function Link({ board }: { board: Board }) {
  const url = invitationLink(board.id);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useMoment(copiedShownMs);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function copy() {
    if (!field.current) return;
    const opener = document.activeElement;
    const isCopied = await copyTextOf(field.current);
    setCopied(isCopied);
    setTrouble(isCopied ? null : words.copyFailed);
    // The field keeps the focus only where the person has to copy out of it.
    if (isCopied && opener instanceof HTMLElement) opener.focus();
  }

  async function shareNatively() {
    try {
      await navigator.share({ title: board.title, text: texts.nativeText({ board: board.title, url }) });
      setTrouble(null);
    } catch (error) {
      // Closing the system's sheet is no trouble.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setTrouble(texts.nativeFailed);
    }
  }

  return (
    <>
      <TextField
        ref={field}
        label={texts.label}
        hint={texts.text}
        start={<Link2 aria-hidden="true" />}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button
          kind="primary"
          data-autofocus=""
          icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
        {'share' in navigator ? (
          <Button icon={<Share2 aria-hidden="true" />} onClick={() => void shareNatively()}>
            {texts.native}
          </Button>
        ) : null}
      </div>
      {/* A button's new name is not read aloud by itself. */}
      <p role="status" className="visually-hidden">
        {copied ? texts.copiedAloud : ''}
      </p>
      {trouble === null ? null : (
        <Banner kind="error" announced>
          {trouble}
        </Banner>
      )}
      <div className={styles.qr}>
        <Suspense fallback={<div className={styles.qrPlace} />}>
          <QrCode text={url} label={texts.qrCode} />
        </Suspense>
        <p className={styles.qrText}>{texts.qrCodeText}</p>
      </div>
    </>
  );
}

const copiedShownMs = 2000;

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
