import { useQuery } from '@tanstack/react-query';
import { FileDown, Ghost, Mail, MessageCircle, MessageSquareText, Zap } from 'lucide-react';
import { type AnchorHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { countAppShared } from '#client/analytics/counted.ts';
import { configurationQuery } from '#client/privacy/privacy-queries.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { ShareAddress } from '#client/ui/share-address.tsx';
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
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.lead}>
      <Stack gap={3}>
        <ShareAddress
          url={invitation.url}
          label={texts.link}
          shared={{ title: texts.title, text: invitation.text }}
          texts={texts}
          onShared={countAppShared}
        />
      </Stack>
      <Targets invitation={invitation} />
    </Dialog>
  );
}

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
      <Tiles as="ul" gap={2} aria-label={texts.ways} className={styles.targets}>
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
      </Tiles>
    </>
  );
}

interface TargetProps {
  theme: string;
  name: string;
  icon: ReactNode;
  href: string;
  /** Props of links that open a window and not a program of the device. */
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
