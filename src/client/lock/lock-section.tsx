import { LockKeyhole } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import dialog from '#client/ui/dialog.module.css';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { lockMessages } from './lock-messages.fr.ts';
import { canLock, readLock } from './lock-record.ts';

const texts = lockMessages.section;

/** 'Verrouillage': a part of 'Confidentialité', where this browser can keep a code. */
export function LockSection() {
  const id = useId();
  const [lock, setLock] = useState(readLock);
  const { Dialog: LockDialog, ...setting } = useLazyDialog(loadLockDialog);
  if (!canLock()) return null;
  const isOn = lock !== null && lock !== 'unreadable';
  return (
    <section aria-labelledby={id} className={dialog.section}>
      <h3 id={id}>{texts.title}</h3>
      <p className="hint">{texts.text}</p>
      {isOn ? <p>{texts.isSet({ count: lock.minutes })}</p> : null}
      <Button icon={<LockKeyhole aria-hidden="true" />} onClick={setting.open}>
        {isOn ? texts.change : texts.set}
      </Button>
      {LockDialog ? <LockDialog open={setting.isOpen} onClose={setting.close} onChanged={() => setLock(readLock())} /> : null}
    </section>
  );
}

const loadLockDialog = async () => (await import('./lock-dialog.tsx')).LockDialog;
