import { useQuery } from '@tanstack/react-query';
import { Medal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Member } from '#shared/boards';
import type { BoardId, UserId } from '#shared/ids';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { memberAchievementsQuery } from './achievement-queries.ts';
import { achievementWords, achievementsMessages } from './achievements-messages.fr.ts';
import styles from './band-achievements.module.css';
import { Coin } from './coin.tsx';
import { useReadOnChange } from './read-on-change.ts';

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
        <div id={id}>
          <Unlocked boardId={boardId} userId={userId} name={username} />
        </div>
      ) : null}
    </li>
  );
}

function Unlocked({ boardId, userId, name }: { boardId: BoardId; userId: UserId; name: string }) {
  const { data, isError, isFetching, refetch } = useQuery(memberAchievementsQuery({ boardId, userId }));
  useReadOnChange(refetch);
  if (!data && isError)
    return (
      <ErrorBanner onRetry={refetch} isRetrying={isFetching}>
        {achievementsMessages.loadFailed}
      </ErrorBanner>
    );
  if (!data) return <Skeleton label={achievementsMessages.loading} count={1} />;
  if (data.achievements.length === 0) return <p className={styles.none}>{texts.none({ name })}</p>;
  return (
    <ul className={styles.unlocked}>
      {data.achievements.map((one) => (
        <li key={one} className={styles.one}>
          <Coin id={one} />
          <span className={styles.words}>{achievementWords[one].name}</span>
        </li>
      ))}
    </ul>
  );
}
