import { useNavigate } from '@tanstack/react-router';
import { dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

/** Accueil of somebody on whose boards nothing has happened yet. */
export function CalmHome() {
  const navigate = useNavigate();
  const { text, action } = dashboardMessages.empty;
  const add = (
    <Button kind="primary" onClick={() => void navigate({ to: '/dashboard', search: { add: '1' }, replace: true })}>
      {action}
    </Button>
  );
  return <EmptyState title={text} action={add} />;
}
