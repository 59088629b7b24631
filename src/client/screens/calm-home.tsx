import { dashboardMessages } from '#client/activities/activities-messages.fr.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

/** Accueil of somebody on whose boards nothing has happened yet. */
export function CalmHome({ onAdd }: { onAdd: () => void }) {
  const { text, action } = dashboardMessages.empty;
  const add = (
    <Button kind="primary" onClick={onAdd}>
      {action}
    </Button>
  );
  return <EmptyState title={text} action={add} />;
}
