import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { UserId } from '#shared/ids';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import line from '#client/ui/app-line.module.css';
import { useCommand } from '#client/ui/command.ts';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { obstacle, subscribe } from './device.ts';
import { InstallSteps } from './install-steps.tsx';
import { type PushOffer, pushOffer, pushOfferShown } from './push-offer.ts';
import styles from './push-offer-line.module.css';
import { pushOfferMessages as texts } from './push-messages.fr.ts';

/** Asks once, in one line, whether this device is to be notified. */
export function PushOfferLine({ offer: { name, publicKey, needsInstalling }, myId }: { offer: PushOffer; myId: UserId }) {
  const element = useRef<HTMLDivElement>(null);
  const { show } = useToasts();
  const [explains, setExplains] = useState(false);
  useFocusOfLeaving(element);
  useEffect(pushOfferShown, []);
  const leave = () => pushOffer.set(null);
  const accept = useCommand({
    mutationFn: () => subscribe(myId, publicKey),
    onSuccess: () => show({ kind: 'success', message: texts.done }),
    onError: () => show({ kind: 'info', message: obstacle() === 'refused' ? texts.refused : texts.failed }),
    onSettled: leave,
  });
  return (
    <div ref={element} className={classNames(line.card, line.enters, styles.offer)}>
      <div className={line.row}>
        <Bell aria-hidden="true" className={line.icon} />
        <p className={line.said}>{texts.ask({ name })}</p>
        <div className={line.answers}>
          <Button kind="ghost" className={line.answer} onClick={leave}>
            {texts.later}
          </Button>
          {explains ? null : (
            <Button
              kind="primary"
              className={line.answer}
              pending={accept.isPending}
              onClick={() => (needsInstalling ? setExplains(true) : accept.mutate())}
            >
              {texts.yes}
            </Button>
          )}
        </div>
      </div>
      {explains ? <InstallSteps /> : null}
    </div>
  );
}
