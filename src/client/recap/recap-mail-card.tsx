import { useQuery } from '@tanstack/react-query';
import { CalendarHeart } from 'lucide-react';
import { Section } from '#client/accounts/section.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { useSwitchRecapMail } from './recap-commands.ts';
import { recapMessages } from './recap-messages.fr.ts';
import { recapMailQuery } from './recap-queries.ts';

const { mail: texts } = recapMessages;

/** Whether recaps come by mail; nothing where the server sends none. */
export function RecapMailCard() {
  const { data } = useQuery(recapMailQuery);
  const change = useSwitchRecapMail();
  if (!data?.isOffered) return null;
  // Shown until the server has answered; after a failure what is stored shows again.
  const isOn = change.isPending ? change.variables : data.isOn;
  return (
    <Section title={texts.title} icon={CalendarHeart}>
      <Switch label={texts.label} description={texts.description} checked={isOn} onSwitch={(wanted) => change.mutate(wanted)} />
      {change.isError ? <ErrorBanner onRetry={() => change.mutate(change.variables)}>{texts.failed}</ErrorBanner> : null}
    </Section>
  );
}
