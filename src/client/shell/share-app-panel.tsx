import { useQuery } from '@tanstack/react-query';
import { Check, Copy, FileDown, Ghost, Link2, Mail, MessageCircle, MessageSquareText, Share2, Zap } from 'lucide-react';
import { type AnchorHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react';
import { countAppShared } from '#client/analytics/counted.ts';
import { configurationQuery } from '#client/privacy/privacy-queries.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { copyTextOf } from '#client/ui/copy-text.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useMoment } from '#client/ui/moment.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { type Invitation, invitationTo, mailLink, messengerLink, smsLink, snapchatLink, whatsappLink } from './share-links.ts';
import { shareAppMessages as texts } from './share-app-messages.fr.ts';
import styles from './share-app-panel.module.css';

interface ShareAppPanelProps {
  open: boolean;
  onClose: () => void;
}

/** Sends the address of the app to friends, by whatever they talk with. */
export function ShareAppPanel({ open, onClose }: ShareAppPanelProps) {
  const [invitation] = useState(() => invitationTo(location.origin));
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.lead} closeLabel={words.close}>
      <Address invitation={invitation} />
      <Targets invitation={invitation} />
    </Dialog>
  );
}

function Address({ invitation: { url, text } }: { invitation: Invitation }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useMoment(copiedShownMs);
  const [trouble, setTrouble] = useState<string | null>(null);

  async function copy() {
    if (!field.current) return;
    const opener = document.activeElement;
    const isCopied = await copyTextOf(field.current);
    setCopied(isCopied);
    setTrouble(isCopied ? null : words.copyFailed);
    if (!isCopied) return;
    countAppShared();
    // The field keeps the focus only where the person has to copy out of it.
    if (opener instanceof HTMLElement) opener.focus();
  }

  async function shareNatively() {
    try {
      await navigator.share({ title: texts.title, text });
      setTrouble(null);
      countAppShared();
    } catch (error) {
      // Closing the system's sheet is no trouble.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setTrouble(texts.nativeFailed);
    }
  }

  return (
    <div className={styles.address}>
      <TextField
        ref={field}
        label={texts.link}
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
    </div>
  );
}

const copiedShownMs = 2000;

function Targets({ invitation }: { invitation: Invitation }) {
  const newWindow = useId();
  const { data: configuration } = useQuery(configurationQuery);
  const appId = configuration?.messengerAppId;
  const away = { target: '_blank', rel: 'noopener noreferrer', 'aria-describedby': newWindow };
  return (
    <>
      <p id={newWindow} hidden>
        {texts.newWindow}
      </p>
      <ul aria-label={texts.ways} className={styles.targets}>
        <Target theme="green" name={texts.messages} icon={<MessageSquareText />} href={smsLink(invitation)} />
        <Target theme="green" name={texts.whatsapp} icon={<MessageCircle />} href={whatsappLink(invitation)} away={away} />
        {appId ? <Target theme="blue" name={texts.messenger} icon={<Zap />} href={messengerLink(invitation, appId)} away={away} /> : null}
        <Target theme="orange" name={texts.snapchat} icon={<Ghost />} href={snapchatLink(invitation)} away={away} />
        <Target theme="purple" name={texts.mail} icon={<Mail />} href={mailLink(invitation)} />
        <li data-board-theme="pink">
          <button
            type="button"
            className={styles.target}
            onClick={() => {
              saveFile(texts.fileName, new Blob([`${invitation.text}\n`], { type: 'text/plain;charset=utf-8' }));
              countAppShared();
            }}
          >
            <span aria-hidden="true" className={styles.icon}>
              <FileDown />
            </span>
            {texts.saveFile}
          </button>
        </li>
      </ul>
    </>
  );
}

interface TargetProps {
  theme: string;
  name: string;
  icon: ReactNode;
  href: string;
  /** For those that open a window, and not a program of the device. */
  away?: AnchorHTMLAttributes<HTMLAnchorElement>;
}

function Target({ theme, name, icon, href, away }: TargetProps) {
  return (
    <li data-board-theme={theme}>
      <a className={styles.target} href={href} {...away} onClick={() => countAppShared()}>
        <span aria-hidden="true" className={styles.icon}>
          {icon}
        </span>
        {name}
      </a>
    </li>
  );
}
