import { TriangleAlert } from 'lucide-react';
import { useMissedDayToast } from '#client/activities/missed-day-toast.ts';
import { useObstacle } from '#client/api/obstacle.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { Button } from '#client/ui/button.tsx';
import { SlotCard } from '#client/ui/slot-card.tsx';
import { shellMessages } from './shell-messages.fr.ts';

const texts = shellMessages.connection;

/** What stands before the server and can be pressed away, and what is lost if this page is closed. */
export function ConnectionCard() {
  useMissedDayToast();
  const obstacle = useObstacle();
  const count = useOutbox('waiting');
  const unsafe = useOutbox('unsafe');
  if (!obstacle && unsafe === 0) return null;
  const words = [
    ...(obstacle ? [obstacle.sentence, ...(count > 0 ? [texts.waiting({ count })] : [])] : []),
    ...(unsafe > 0 ? [texts.unsafe({ count: unsafe })] : []),
  ];
  return (
    <SlotCard
      rank="obstacle"
      face={<TriangleAlert aria-hidden="true" />}
      words={<p>{words.join(' ')}</p>}
      answers={
        obstacle ? (
          <Button kind="primary" onClick={obstacle.way.onPress}>
            {obstacle.way.label}
          </Button>
        ) : null
      }
    />
  );
}
