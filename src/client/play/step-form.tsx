import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { proposeMessages as texts } from './propose-messages.fr.ts';

/** What is typed in a step of a proposal, and the way on. */
export function StepForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap={3}>
        {children}
        <Button kind="primary" type="submit">
          {texts.next}
        </Button>
      </Stack>
    </form>
  );
}
