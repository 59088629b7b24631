import { useQuery } from '@tanstack/react-query';
import { Download, Share } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Action } from '#shared/actions';
import type { Recap } from '#shared/recap';
import { weekInWords } from '#shared/week-in-words.fr';
import { ActionTile } from '#client/ui/action-tile.tsx';
import { Button } from '#client/ui/button.tsx';
import { inTime } from '#client/ui/in-time.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { Pill } from '#client/ui/surface/surface.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import styles from './recap-dialog.module.css';
import { recapMessages } from './recap-messages.fr.ts';
import { drawRecap, pictureSize } from './recap-picture.ts';
import { recapWeeksQuery } from './recap-queries.ts';

const { end: texts, picture } = recapMessages;

interface EndCardProps {
  recap: Recap;
  onWeek: (week: string) => void;
  /** What this person most likely plays next. */
  likely: readonly Action[];
  onPick: (action: Action) => void;
}

/** The last card: what to play next, the week as a picture to share, without names unless they are wanted, and the weeks before. */
export function EndCard({ recap, onWeek, likely, onPick }: EndCardProps) {
  const nextId = useId();
  const [hasNames, setHasNames] = useState(false);
  const [failed, setFailed] = useState(false);
  const { canvas, file, isMissing } = useRecapPicture(recap, hasNames);
  const { data: weeks = [] } = useQuery(recapWeeksQuery(recap.boardId));
  const earlier = weeks.filter(({ week }) => week !== recap.week);
  const canShare = file !== null && typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });

  async function share() {
    if (!file) return;
    setFailed(false);
    if (!canShare) return saveFile(file.name, file);
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // The person thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      reportUnexpected('screen', error);
      setFailed(true);
    }
  }

  return (
    <div className={styles.end}>
      <Stack gap={3}>
        <p className={styles.title}>{texts.title}</p>
        <p id={nextId} className={styles.unit}>
          {texts.text}
        </p>
        {likely.length > 0 ? (
          <ul aria-labelledby={nextId} className={styles.tiles}>
            {likely.map((action) => (
              <li key={action.id}>
                <ActionTile title={action.title} points={action.points} emoji={action.emoji} onSelect={() => onPick(action)} />
              </li>
            ))}
          </ul>
        ) : null}
      </Stack>
      <Row justify="middle">
        <canvas
          ref={canvas}
          className={styles.picture}
          width={pictureSize.width}
          height={pictureSize.height}
          role="img"
          aria-label={texts.picture}
        />
        <Stack gap={3} className={styles.sharing}>
          <Switch label={texts.names} description={texts.namesWhy} checked={hasNames} onSwitch={setHasNames} />
          <Button
            wide
            className={styles.share}
            icon={canShare ? <Share aria-hidden="true" /> : <Download aria-hidden="true" />}
            aria-disabled={file === null}
            onClick={() => void share()}
          >
            {canShare ? texts.share : texts.download}
          </Button>
          {failed || isMissing ? <p role="alert">{isMissing ? texts.undrawn : texts.failed}</p> : null}
        </Stack>
      </Row>
      {earlier.length > 0 ? (
        <Row gap={2} justify="middle">
          <p>{texts.earlier}</p>
          {earlier.map(({ week }) => (
            <Pill key={week} isInk onClick={() => onWeek(week)}>
              {weekInWords(week)}
            </Pill>
          ))}
        </Row>
      ) : null}
    </div>
  );
}

/** The picture of the present choice. Its file is made before the press: a browser shares only right after one. */
function useRecapPicture(recap: Recap, hasNames: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    let isStale = false;
    setFile(null);
    setMissing(false);
    const made = async () => {
      const blob = (await drawRecap(current, recap, hasNames)) ? await inTime(madeWithinMs, pngOf(current)) : null;
      if (isStale) return;
      if (blob) setFile(new File([blob], picture.file({ monday: recap.week }), { type: 'image/png' }));
      else setMissing(true);
    };
    made().catch((error: unknown) => {
      reportUnexpected('screen', error);
      if (!isStale) setMissing(true);
    });
    return () => {
      isStale = true;
    };
  }, [recap, hasNames]);
  return { canvas, file, isMissing };
}

const madeWithinMs = 10_000;

/** Null where the browser makes none, as of a canvas that it blanks against fingerprinting. */
function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
