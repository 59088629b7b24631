import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import styles from './propose-dialog.module.css';
import { proposeMessages as texts } from './propose-messages.fr.ts';

/** What is typed in a step of a proposal, and the way on. */
export function StepForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button kind="primary" type="submit">
        {texts.next}
      </Button>
    </form>
  );
}
