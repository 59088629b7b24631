import { type ReactNode, type Ref, useId } from 'react';
import { Row } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
import styles from './play.module.css';

interface PlayCardProps {
  title: ReactNode;
  /** Beside the title. */
  when?: ReactNode;
  tone?: 'warm';
  /** It takes the focus of what goes. */
  heading?: Ref<HTMLHeadingElement>;
  /** Marks the heading of a proposal, which takes the focus of the dialog that made it. */
  isProposal?: boolean;
  children: ReactNode;
}

/** One thing that a board plays for. */
export function PlayCard({ title, when, tone, heading, isProposal, children }: PlayCardProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={styles.card} {...(tone && { tone })}>
      <Row gap={2} justify="apart">
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title} data-agreement={isProposal || undefined}>
          {title}
        </h2>
        {when}
      </Row>
      {children}
    </Card>
  );
}
