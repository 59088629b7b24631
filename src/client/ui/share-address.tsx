import { Check, Copy, Link2, Share2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorBanner } from './banner.tsx';
import { Button } from './button.tsx';
import { inTime } from './in-time.ts';
import styles from './share-address.module.css';
import { TextField } from './text-field.tsx';
import { words } from './ui-messages.fr.ts';

interface ShareAddressProps {
  url: string;
  label: string;
  hint?: string;
  /** Before the address; the picture of a link unless told. */
  start?: ReactNode;
  /** The data for the system's share sheet; without them nothing is passed on but by copying. */
  shared?: { title: string; text: string };
  texts: Record<'copy' | 'copied' | 'copiedAloud', string> & Partial<Record<'native' | 'nativeFailed', string>>;
  /** Called when it was copied, or handed to the system. */
  onShared?: () => void;
  /** Another way stands before it. */
  isSecond?: boolean;
}

/** An address to be copied, or passed on by whatever the system offers. */
export function ShareAddress({ url, label, hint, start, shared, texts, onShared, isSecond = false }: ShareAddressProps) {
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
    onShared?.();
    // The field keeps the focus only where the person has to copy out of it.
    if (opener instanceof HTMLElement) opener.focus();
  }

  async function shareNatively(given: ShareData) {
    try {
      await navigator.share(given);
      setTrouble(null);
      onShared?.();
    } catch (error) {
      // Closing the system's sheet is no trouble.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setTrouble(texts.nativeFailed ?? null);
    }
  }

  return (
    <>
      <TextField
        ref={field}
        label={label}
        hint={hint}
        start={start ?? <Link2 aria-hidden="true" />}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button
          {...(!isSecond && ({ kind: 'primary', 'data-autofocus': '' } as const))}
          icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
        {shared && 'share' in navigator ? (
          <Button icon={<Share2 aria-hidden="true" />} onClick={() => void shareNatively(shared)}>
            {texts.native}
          </Button>
        ) : null}
      </div>
      {/* A button's new name is not read aloud by itself. */}
      <p role="status" className="visually-hidden">
        {copied ? texts.copiedAloud : ''}
      </p>
      <ErrorBanner>{trouble}</ErrorBanner>
    </>
  );
}

const copiedShownMs = 2000;
const copiedWithinMs = 2000;

/**
 * Puts the text of a field on the clipboard; false when the browser does not let us, and then the text is selected, for
 * the person to copy it herself.
 */
async function copyTextOf(field: HTMLInputElement): Promise<boolean> {
  if (isSecureContext) {
    try {
      await inTime(copiedWithinMs, navigator.clipboard.writeText(field.value));
      return true;
    } catch {
      // It is forbidden here, or waits for a question that nobody sees; the old way may still be open.
    }
  }
  field.focus();
  field.select();
  try {
    // The one way on plain http, as at home on a local network.
    return document.execCommand('copy');
  } catch {
    // Forbidden too: the person copies it herself.
    return false;
  }
}

/** A flag that falls back by itself after `ms` milliseconds. */
function useMoment(ms: number): [isNow: boolean, set: (isNow: boolean) => void] {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => setSince(null), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
  return [since !== null, (isNow) => setSince(isNow ? performance.now() : null)];
}
