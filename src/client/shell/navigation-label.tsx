import { House, LayoutGrid, Mail, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './navigation.module.css';

interface NavigationLabelProps {
  icon: ReactNode;
  label: string;
  hasDot?: boolean;
}

export function NavigationLabel({ icon, label, hasDot = false }: NavigationLabelProps) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      {label}
      {hasDot ? <span className={styles.dot} /> : null}
    </>
  );
}

export const HomeIcon = () => <House aria-hidden="true" />;
export const BoardsIcon = () => <LayoutGrid aria-hidden="true" />;
export const RequestsIcon = () => <Mail aria-hidden="true" />;
export const AddIcon = () => <Plus aria-hidden="true" strokeWidth={2.75} />;
