import { ChevronDown, Medal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Member } from '#shared/boards';
import type { BoardId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { achievementsMessages } from './achievements-messages.fr.ts';
import styles from './band-achievements.module.css';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Card } from '#client/ui/surface/surface.tsx';
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
      <Row justify="middle">
        <Button icon={<Medal aria-hidden="true" />} onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      </Row>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={texts.title({ members: members.length })}>
        <Stack as="ul" gap={2}>
          {members.map((member) => (
            <MemberRow key={member.userId} boardId={boardId} member={member} />
          ))}
        </Stack>
      </Dialog>
    </>
  );
}

function MemberRow({ boardId, member: { userId, username, avatar } }: { boardId: BoardId; member: Member }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card as="li" tone="quiet">
      <button
        type="button"
        className={styles.who}
        aria-label={texts.show({ name: username })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Row as="span" gap={3} wraps={false}>
          <Avatar emoji={avatar} />
          <span className={styles.name}>{username}</span>
          <ChevronDown aria-hidden="true" />
        </Row>
      </button>
      {isOpen ? (
        <div id={id}>
          <MemberMedals boardId={boardId} userId={userId} name={username} />
        </div>
      ) : null}
    </Card>
  );
}
