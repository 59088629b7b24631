import { type SubmitEvent, useId, useRef, useState } from 'react';
import { avatars } from '#shared/account-rules';
import type { Account, SignUp } from '#shared/accounts';
import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { useChangeProfile } from '#client/accounts/profile-commands.ts';
import { sentenceOf } from '#client/api/api.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { useToasts } from '#client/ui/toasts.tsx';
import { type FaceClash, faceClash } from './face-clash.ts';
import { faceMessages as texts } from './face-messages.fr.ts';
import styles from './face-offer.module.css';
import { hasKept, keepOn } from './kept-faces.ts';

interface FaceOfferProps {
  boardId: BoardId;
  members: readonly Member[];
  me: Account;
}

/** Offers another face to whoever joins a board where somebody has theirs; refused once, it does not come again on this board. */
export function FaceOffer({ boardId, members, me }: FaceOfferProps) {
  const clash = faceClash(members, me);
  // Decided as the board opens: what came later would push the tiles away under the finger.
  const [isOpen, setIsOpen] = useState(() => clash !== null && !hasKept(me, boardId));
  if (!clash || !isOpen) return null;
  return (
    <Offer
      clash={clash}
      avatar={me.avatar}
      onKeep={() => {
        keepOn(me, boardId);
        setIsOpen(false);
      }}
    />
  );
}

function Offer({ clash: { other, taken }, avatar, onKeep }: { clash: FaceClash; avatar: string; onKeep: () => void }) {
  const offer = useRef<HTMLElement>(null);
  useFocusOfLeaving(offer);
  const [isChoosing, setIsChoosing] = useState(false);
  const faces = useId();
  return (
    <section ref={offer} className={styles.offer} aria-label={texts.label}>
      <div className={styles.question}>
        <p className={styles.sentence}>{texts.same({ name: other.username, avatar })}</p>
        <div className={styles.answers}>
          <Button aria-expanded={isChoosing} aria-controls={faces} onClick={() => setIsChoosing((before) => !before)}>
            {texts.choose}
          </Button>
          <Button kind="ghost" onClick={onKeep}>
            {texts.keep}
          </Button>
        </div>
      </div>
      <div id={faces} hidden={!isChoosing}>
        {isChoosing ? <Faces taken={taken} /> : null}
      </div>
    </section>
  );
}

function Faces({ taken }: { taken: FaceClash['taken'] }) {
  const { show } = useToasts();
  const { mutate, isPending, error } = useChangeProfile();
  const [chosen, setChosen] = useState<SignUp['avatar'] | null>(null);
  const options = avatars.map(({ symbol, name }) => {
    const owner = taken.get(symbol);
    return owner === undefined ? { symbol, name } : { symbol, name: texts.taken({ face: name, name: owner }), takenBy: owner };
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen) mutate({ avatar: chosen }, { onSuccess: () => show({ kind: 'success', message: texts.done({ avatar: chosen }) }) });
  }

  return (
    <form method="post" className={styles.faces} onSubmit={submit}>
      <EmojiChoice
        legend={texts.faces}
        legendHidden
        options={options}
        value={chosen}
        onChoose={(symbol) => setChosen(avatars.find((offered) => offered.symbol === symbol)?.symbol ?? null)}
      />
      {error ? (
        <Banner kind="error" announced>
          {`${texts.failed}. ${sentenceOf(error) ?? ''}`.trim()}
        </Banner>
      ) : null}
      <Button type="submit" kind="primary" disabled={chosen === null} pending={isPending}>
        {texts.take}
      </Button>
    </form>
  );
}
