import type { LucideIcon } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import styles from './edit-profile-screen.module.css';

interface SectionProps {
  title: string;
  icon: LucideIcon;
  /** How many things stand in it that can be removed: it takes the focus of one that is gone. */
  count?: number | undefined;
  ref?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A card of the profile, or of the doors, under its title. */
export function Section({ title, icon: Icon, count, ref, children }: SectionProps) {
  const id = useId();
  const own = useRef<HTMLElement>(null);
  const section = ref ?? own;
  useFocusAfterRemoval(count ?? 0, section);
  return (
    <section ref={section} tabIndex={count === undefined && !ref ? undefined : -1} aria-labelledby={id} className={styles.card}>
      <h2 id={id}>
        <Icon aria-hidden="true" />
        {title}
      </h2>
      {children}
    </section>
  );
}
