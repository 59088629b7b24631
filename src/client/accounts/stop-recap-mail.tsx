import { Link } from '@tanstack/react-router';
import { api, Refused } from '#client/api/api.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { useCommand } from '#client/ui/command.ts';
import { stopRecapMailMessages as texts } from './accounts-messages.fr.ts';
import { Entrance } from './entrance.tsx';

/** Where the link at the foot of the weekly mail leads: one press ends it, signed in or not. */
export function StopRecapMail({ token }: { token: string }) {
  const stop = useCommand({ mutationFn: () => api('POST /api/recap-mail/unsubscriptions/:token', { params: { token } }) });
  const damaged = stop.error instanceof Refused && stop.error.code === 'mail_link_damaged' ? stop.error.sentence : undefined;
  return (
    <Entrance title={texts.title} lead={stop.isSuccess ? undefined : texts.text}>
      {stop.isError ? <ErrorBanner>{damaged ?? texts.failed}</ErrorBanner> : null}
      {stop.isSuccess ? (
        <p role="status">{texts.done}</p>
      ) : (
        <Button kind="primary" size="lg" wide pending={stop.isPending} onClick={() => stop.mutate()}>
          {texts.button}
        </Button>
      )}
      <Link to="/" className={buttonClass({ size: 'lg', wide: true })}>
        {texts.home}
      </Link>
    </Entrance>
  );
}
