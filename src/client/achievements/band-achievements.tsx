import { Medal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { achievementsMessages } from './achievements-messages.fr.ts';
import styles from './band-achievements.module.css';
import { MemberMedals } from './member-medals.tsx';

const texts = achievementsMessages.of;

interface BandAchievementsProps {
  boardId: BoardId;
  members: readonly Member[];
}

/** Opens what the members of a board have unlocked. */
export function BandAchievements({ boardId, members }: BandAchievementsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.foot}>
        <Button icon={<Medal aria-hidden="true" />} onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      </div>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={texts.title({ members: members.length })}>
        <ul className={styles.members}>
          {members.map((member) => (
            <MemberRow key={member.userId} boardId={boardId} member={member} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function MemberRow({ boardId, member: { userId, username, avatar } }: { boardId: BoardId; member: Member }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.member}>
      <button
        type="button"
        className={styles.who}
        aria-label={texts.show({ name: username })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar emoji={avatar} />
        <span className={styles.name}>{username}</span>
      </button>
      {isOpen ? (
        <div id={id} className={styles.medals}>
          <MemberMedals boardId={boardId} userId={userId} name={username} />
        </div>
      ) : null}
    </li>
  );
}
