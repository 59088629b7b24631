import { type SubmitEvent, useState } from 'react';
import { avatars } from '#shared/account-rules';
import type { SignUp } from '#shared/accounts';
import { useChangeProfile } from '#client/accounts/profile-commands.ts';
import { sentenceOf } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import type { AvatarClash } from './avatar-clash.ts';
import { avatarOfferMessages as texts } from './avatar-offer-messages.fr.ts';
import styles from './avatar-offer.module.css';

/** The avatars that nobody else on the board has. */
export function AvatarChoice({ taken }: { taken: AvatarClash['taken'] }) {
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
    <form method="post" className={styles.avatars} onSubmit={submit}>
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
    </form>
  );
}
