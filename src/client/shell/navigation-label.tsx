import { House, LayoutGrid, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './navigation.module.css';

interface NavigationLabelProps {
  icon: ReactNode;
  label: string;
  /** Shown as a dot. */
  news?: string | null | undefined;
}

export function NavigationLabel({ icon, label, news }: NavigationLabelProps) {
  return (
    <>
      <span className={styles.icon} data-news={news ? '' : undefined}>
        {icon}
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
}

export const HomeIcon = () => <House aria-hidden="true" />;
export const BoardsIcon = () => <LayoutGrid aria-hidden="true" />;
export const RequestsIcon = () => <Mail aria-hidden="true" />;
