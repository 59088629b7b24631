import { useQuery } from '@tanstack/react-query';
import { Camera, ChartNoAxesColumn, CircleDot, Cookie, Download, MousePointerClick, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { Preferences } from '#shared/accounts';
import { useMe } from '#client/session/session-queries.ts';
import { api } from '#client/api/api.ts';
import { LockSection } from '#client/lock/lock-section.tsx';
import { BlockedInviters } from '#client/membership/blocked-inviters.tsx';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import dialog from '#client/ui/dialog.module.css';
import { Dialog } from '#client/ui/dialog.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { drawn } from '#client/ui/sentence.ts';
import { Switch } from '#client/ui/switch.tsx';
import { useChangePreferences } from './privacy-commands.ts';
import { configurationQuery } from './privacy-queries.ts';
import { privacyMessages as texts } from './privacy-messages.fr.ts';
import styles from './privacy-panel.module.css';

interface PrivacyPanelProps {
  open: boolean;
  onClose: () => void;
}

/** What the person decides about their data, each decision saved at once; their data as a file; the end of the account. */
export function PrivacyPanel({ open, onClose }: PrivacyPanelProps) {
  const settings = useRef<HTMLElement>(null);
  const { isGuest } = useMe();
  return (
    <Dialog open={open} onClose={onClose} title={texts.title} description={texts.lead}>
      <section ref={settings} tabIndex={-1} aria-label={texts.settings} className={styles.preferences}>
        <Preference name="dataCollection" icon={<MousePointerClick aria-hidden="true" />} />
        <Preference name="onlineStatus" icon={<CircleDot aria-hidden="true" />} />
        {/* Nothing but the cookie opens the game of a guest: it stays in any case. */}
        {isGuest ? null : <Preference name="essentialCookies" icon={<Cookie aria-hidden="true" />} />}
        <Preference name="analytics" icon={<ChartNoAxesColumn aria-hidden="true" />} />
        <Preference name="screenshotProtection" icon={<Camera aria-hidden="true" />} />
      </section>
      <LockSection />
      <BlockedInviters beyond={settings} />
      <OwnData />
      <AccountEnd />
      <Contact />
    </Dialog>
  );
}

type PreferenceName = Exclude<keyof Preferences, 'consentAsked'>;

function Preference({ name, icon }: { name: PreferenceName; icon: ReactNode }) {
  const { preferences } = useMe();
  const change = useChangePreferences();
  // Shown until the server has answered; after a failure what is stored shows again.
  const [wanted, setWanted] = useState<boolean | null>(null);

  function save(value: boolean): void {
    setWanted(value);
    change.mutate(changeOf(preferences, name, value), { onSettled: () => setWanted(null) });
  }

  const { label, text } = texts[name];
  const failed = change.isError ? change.variables[name] : undefined;
  return (
    <div>
      <Switch label={label} description={text} icon={icon} checked={wanted ?? preferences[name]} onSwitch={save} />
      {failed === undefined ? null : <ErrorBanner onRetry={() => save(failed)}>{texts.saveFailed}</ErrorBanner>}
    </div>
  );
}

/** The person who switches one of the two consents has seen the other: the change answers both. */
function changeOf({ consentAsked, dataCollection, analytics }: Preferences, name: PreferenceName, value: boolean) {
  const isAnswer = !consentAsked && (name === 'dataCollection' || name === 'analytics');
  return isAnswer ? { dataCollection, analytics, [name]: value } : { [name]: value };
}

function OwnData() {
  const id = useId();
  const download = useCommand({
    mutationFn: loadOwnData,
    onSuccess: ({ fileName, content }) => saveFile(fileName, content),
  });
  return (
    <section aria-labelledby={id} className={dialog.section}>
      <h3 id={id}>{texts.export.title}</h3>
      <p className="hint">{texts.export.text}</p>
      {download.isError ? <ErrorBanner>{finalRefusal(download.error) ?? texts.export.failed}</ErrorBanner> : null}
      <Button icon={<Download aria-hidden="true" />} pending={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? texts.export.downloading : texts.export.download}
      </Button>
      <p role="status" className="hint">
        {download.isSuccess ? texts.export.done : ''}
      </p>
    </section>
  );
}

/** All that is kept of the person, as a file to be saved. */
async function loadOwnData(): Promise<{ fileName: string; content: Blob }> {
  const data = await api('GET /api/account/export');
  const [day] = new Date(data.exportedAt).toISOString().split('T');
  return {
    fileName: `ou-la-la-mes-donnees-${day}.json`,
    content: new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  };
}

/** The last line: its address is read while the panel is open already, and must move nothing that is about to be pressed. */
function Contact() {
  const { data: configuration } = useQuery(configurationQuery);
  if (!configuration) return null;
  return (
    <p className="hint">
      {drawn(texts.contact({ email: configuration.supportEmail }), (address) => (
        <a href={`mailto:${address}`} className={styles.address}>
          {address}
        </a>
      ))}
    </p>
  );
}

function AccountEnd() {
  const id = useId();
  const { Dialog: DeleteAccountDialog, ...deletion } = useLazyDialog(loadDeleteAccountDialog);
  const { section, text, open } = texts.deleteAccount;
  return (
    <section aria-labelledby={id} className={dialog.section}>
      <h3 id={id}>{section}</h3>
      <p className="hint">{text}</p>
      <Button kind="danger" icon={<Trash2 aria-hidden="true" />} onClick={deletion.open}>
        {open}
      </Button>
      {DeleteAccountDialog ? <DeleteAccountDialog open={deletion.isOpen} onClose={deletion.close} /> : null}
    </section>
  );
}

const loadDeleteAccountDialog = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog;
