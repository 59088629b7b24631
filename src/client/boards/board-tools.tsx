import { Settings, Share2 } from 'lucide-react';
import { IconButton } from '#client/ui/icon-button.tsx';
import { boardMessages } from './boards-messages.fr.ts';
import styles from './board-title.module.css';

interface BoardToolsProps {
  onShare: () => void;
  onSettings: () => void;
}

export function BoardTools({ onShare, onSettings }: BoardToolsProps) {
  return (
    <>
      <IconButton className={styles.tool} label={boardMessages.share} icon={<Share2 aria-hidden="true" />} onClick={onShare} />
      <IconButton className={styles.tool} label={boardMessages.openSettings} icon={<Settings aria-hidden="true" />} onClick={onSettings} />
    </>
  );
}
