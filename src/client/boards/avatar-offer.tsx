import { type SubmitEvent, useId, useRef, useState } from 'react';
import { avatars } from '#shared/account-rules';
import type { Account, SignUp } from '#shared/accounts';
import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { useChangeProfile } from '#client/accounts/profile-commands.ts';
import { sentenceOf } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { useFocusOfLeaving } from '#client/ui/focus-after-removal.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { type AvatarClash, avatarClash } from './avatar-clash.ts';
import { avatarOfferMessages as texts } from './avatar-offer-messages.fr.ts';
import styles from './avatar-offer.module.css';
import { hasKept, keepOn } from './kept-avatars.ts';

interface AvatarOfferProps {
  boardId: BoardId;
  members: readonly Member[];
  me: Account;
}

/** Offers another avatar to a member who joined a board where somebody has the same. Refused once, it never shows again on this board. */
export function AvatarOffer({ boardId, members, me }: AvatarOfferProps) {
  const clash = avatarClash(members, me);
  // Decided when it opens: an offer that came later would push things away under the finger.
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
    <section ref={offer} aria-label={texts.label}>
      <Card as="div">
        <Row gap={2}>
          <p className={styles.sentence}>{texts.same({ name: other.username, avatar })}</p>
          <Row gap={2}>
            <Button aria-expanded={isChoosing} aria-controls={choiceId} onClick={() => setIsChoosing((before) => !before)}>
              {texts.choose}
            </Button>
            <Button kind="ghost" onClick={onKeep}>
              {texts.keep}
            </Button>
          </Row>
        </Row>
        <div id={choiceId} hidden={!isChoosing}>
          {isChoosing ? <AvatarChoice taken={taken} /> : null}
        </div>
      </Card>
    </section>
  );
}

function AvatarChoice({ taken }: { taken: AvatarClash['taken'] }) {
  const { show } = useToasts();
  const { mutate, isPending, error } = useChangeProfile();
  const [chosen, setChosen] = useState<SignUp['avatar'] | null>(null);
  const options = avatars.map(({ symbol, name }) => {
    const owner = taken.get(symbol);
    return owner === undefined ? { symbol, name } : { symbol, name: texts.taken({ avatarName: name, name: owner }), takenBy: owner };
  });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen) mutate({ avatar: chosen }, { onSuccess: () => show({ kind: 'success', message: texts.done({ avatar: chosen }) }) });
  }

  return (
    <form method="post" onSubmit={submit}>
      <Stack gap={3}>
        <EmojiChoice
          legend={texts.avatars}
          legendHidden
          options={options}
          value={chosen}
          onChoose={(symbol) => setChosen(avatars.find((offered) => offered.symbol === symbol)?.symbol ?? null)}
        />
        {error ? <ErrorBanner>{`${texts.failed}. ${sentenceOf(error) ?? ''}`.trim()}</ErrorBanner> : null}
        <Button type="submit" kind="primary" disabled={chosen === null} pending={isPending}>
          {texts.take}
        </Button>
      </Stack>
    </form>
  );
}
