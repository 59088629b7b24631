import { useQuery } from '@tanstack/react-query';
import { CalendarHeart } from 'lucide-react';
import { useId } from 'react';
import profile from '#client/accounts/edit-profile-screen.module.css';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { useSwitchRecapMail } from './recap-commands.ts';
import { recapMessages } from './recap-messages.fr.ts';
import { recapMailQuery } from './recap-queries.ts';

const { mail: texts } = recapMessages;

/** Whether recaps come by mail; nothing where the server sends none. */
export function RecapMailCard() {
  const id = useId();
  const { data } = useQuery(recapMailQuery);
  const change = useSwitchRecapMail();
  if (!data?.isOffered) return null;
  // Shown until the server has answered; after a failure what is stored shows again.
  const isOn = change.isPending ? change.variables : data.isOn;
  return (
    <section aria-labelledby={id} className={profile.card}>
      <h2 id={id}>
        <CalendarHeart aria-hidden="true" />
        {texts.title}
      </h2>
      <Switch label={texts.label} description={texts.description} checked={isOn} onSwitch={(wanted) => change.mutate(wanted)} />
      {change.isError ? <ErrorBanner onRetry={() => change.mutate(change.variables)}>{texts.failed}</ErrorBanner> : null}
    </section>
  );
}
