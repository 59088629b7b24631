import { Download, Share } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { inTime } from '#client/ui/in-time.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { saveFile } from '#client/ui/save-file.ts';
import { reportUnexpected } from '#client/ui/unexpected.ts';
import { pictureSize } from './card-picture.ts';
import styles from './recap-dialog.module.css';
import { recapMessages } from './recap-messages.fr.ts';

const { end: texts } = recapMessages;

export type Draw = (canvas: HTMLCanvasElement) => Promise<boolean>;

interface SharePictureProps {
  label: string;
  fileName: string;
  /** False where this browser does not draw. Another function makes another picture. */
  draw: Draw;
  /** What is chosen of it. */
  children?: ReactNode;
}

/** A picture of what the cards told, and the button that shares it. */
export function SharePicture({ label, fileName, draw, children }: SharePictureProps) {
  const [failed, setFailed] = useState(false);
  const { canvas, file, isMissing } = usePicture(draw, fileName);
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
    <Row justify="middle">
      <canvas ref={canvas} className={styles.picture} width={pictureSize.width} height={pictureSize.height} role="img" aria-label={label} />
      <Stack gap={3} className={styles.sharing}>
        {children}
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
  );
}

/** The file is made before the press: a browser shares only right after one. */
function usePicture(draw: Draw, fileName: string) {
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
      const blob = (await draw(current)) ? await inTime(madeWithinMs, pngOf(current)) : null;
      if (isStale) return;
      if (blob) setFile(new File([blob], fileName, { type: 'image/png' }));
      else setMissing(true);
    };
    made().catch((error: unknown) => {
      reportUnexpected('screen', error);
      if (!isStale) setMissing(true);
    });
    return () => {
      isStale = true;
    };
  }, [draw, fileName]);
  return { canvas, file, isMissing };
}

const madeWithinMs = 10_000;

/** Null where the browser makes none, as of a canvas that it blanks against fingerprinting. */
function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
