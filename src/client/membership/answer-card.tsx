import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { useGuestSlot } from '#client/ui/dialog-guests.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { SlotCard } from '#client/ui/slot-card.tsx';
import styles from './answer-card.module.css';

interface AnswerCardProps {
  rank: 'request' | 'loss';
  /** The question as a sentence, which names the card. */
  label: string;
  avatar?: string;
  title: string;
  text: ReactNode;
  /** The label of what puts it off. */
  later: string;
  onLater: () => void;
  /** The two answers. */
  children: ReactNode;
}

/** A card in the slot at the foot, or over an open dialog, which asks the person for an answer. */
export function AnswerCard({ rank, label, avatar, title, text, later, onLater, children }: AnswerCardProps) {
  return (
    <SlotCard
      {...{ rank, label }}
      slot={useGuestSlot()}
      face={avatar === undefined ? null : <Avatar emoji={avatar} size="sm" />}
      words={
        <>
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.text}>{text}</p>
        </>
      }
      answers={
        <>
          {children}
          <IconButton label={later} icon={<X aria-hidden="true" />} onClick={onLater} />
        </>
      }
    />
  );
}
