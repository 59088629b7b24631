import { useState } from 'react';
import type { UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import { SlotCard } from '#client/ui/slot-card.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { obstacle, subscribe } from './device.ts';
import { InstallSteps } from './install-steps.tsx';
import styles from './push-offer-card.module.css';
import { type PushOffer, pushOffer, pushOfferShown } from './push-offer.ts';
import { pushOfferMessages as texts } from './push-messages.fr.ts';

/** What the card asks: first whether this device is to be notified, then whether names may be shown on it. */
type Step = 'ask' | 'install' | 'names';

/** Asks whether this device is to be notified, and shows what that looks like (decisions D30, D64). */
export function PushOfferCard({ offer, myId }: { offer: PushOffer; myId: UserId }) {
  const { name, avatar, publicKey, needsInstalling } = offer;
  const { show } = useToasts();
  const [step, setStep] = useState<Step>('ask');
  const leave = () => pushOffer.set(null);
  const accept = useCommand({
    mutationFn: (details: boolean) => subscribe(myId, publicKey, { details }),
    onSuccess: (_, details) => {
      if (details) done();
      else setStep('names');
    },
    onError: () => {
      show({ kind: 'info', message: obstacle() === 'refused' ? texts.refused : texts.failed });
      leave();
    },
  });

  function done(): void {
    show({ kind: 'success', message: texts.done });
    leave();
  }

  const asksForNames = step === 'names';
  return (
    <SlotCard
      rank="notifications"
      onShown={pushOfferShown}
      words={
        <div className={styles.offer}>
          <p className={styles.question}>
            <Avatar emoji={avatar} size="sm" />
            {asksForNames ? texts.askForNames : texts.ask({ name })}
          </p>
          {step === 'install' ? (
            <InstallSteps />
          ) : (
            <p className={styles.example}>
              <img src="/icon.svg" alt="" width="28" height="28" />
              {asksForNames ? texts.exampleNamed({ name }) : texts.example}
            </p>
          )}
        </div>
      }
      answers={
        <>
          <Button kind="ghost" onClick={asksForNames ? done : leave}>
            {asksForNames ? texts.discreet : texts.later}
          </Button>
          {step === 'install' ? null : (
            <Button
              kind="primary"
              pending={accept.isPending}
              onClick={() => (needsInstalling ? setStep('install') : accept.mutate(asksForNames))}
            >
              {texts.yes}
            </Button>
          )}
        </>
      }
    />
  );
}
