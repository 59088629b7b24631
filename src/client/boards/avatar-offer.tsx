import { Suspense, useId, useRef, useState } from 'react';
import type { Account } from '#shared/accounts';
import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Button } from '#client/ui/button.tsx';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { type AvatarClash, avatarClash } from './avatar-clash.ts';
import { avatarOfferMessages as texts } from './avatar-offer-messages.fr.ts';
import styles from './avatar-offer.module.css';
import { hasKept, keepOn } from './kept-avatars.ts';

const AvatarChoice = lazyPart(async () => (await import('./avatar-choice.tsx')).AvatarChoice);

interface AvatarOfferProps {
  boardId: BoardId;
  members: readonly Member[];
  me: Account;
}

/**
 * Offers another avatar to a member who joined a board where somebody has the same. Refused once, it never shows again on this board. The question comes
 * with the board, whose tiles it would push away later; only the choice is loaded when it is asked for.
 */
export function AvatarOffer({ boardId, members, me }: AvatarOfferProps) {
  const clash = avatarClash(members, me);
  // Decided when the board opens: an offer that came later would push the tiles away under the finger.
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

function Offer({ clash: { other, taken }, avatar, onKeep }: { clash: AvatarClash; avatar: string; onKeep: () => void }) {
  const offer = useRef<HTMLElement>(null);
  useFocusOfLeaving(offer);
  const [isChoosing, setIsChoosing] = useState(false);
  const choiceId = useId();
  return (
    <section ref={offer} className={styles.offer} aria-label={texts.label}>
      <div className={styles.question}>
        <p className={styles.sentence}>{texts.same({ name: other.username, avatar })}</p>
        <div className={styles.answers}>
          <Button aria-expanded={isChoosing} aria-controls={choiceId} onClick={() => setIsChoosing((before) => !before)}>
            {texts.choose}
          </Button>
          <Button kind="ghost" onClick={onKeep}>
            {texts.keep}
          </Button>
        </div>
      </div>
      <div id={choiceId} hidden={!isChoosing}>
        {isChoosing ? (
          <Suspense fallback={<Skeleton label={words.loading} count={2} />}>
            <AvatarChoice taken={taken} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}
