import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { MadeCode } from '#shared/codes';
import { QrCode } from '#client/ui/qr-code.tsx';
import { codeAddress } from './code-queries.ts';
import { codesMessages as texts } from './codes-messages.fr.ts';
import styles from './codes.module.css';

const onSheet = 8;

/** Stickers to cut out, eight on a sheet: they begin again until the last sheet is full. It is printed as it is drawn, and seen on paper alone. */
export function StickerSheet({ codes, onDone }: { codes: readonly MadeCode[]; onDone: () => void }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const stop = () => done();
    addEventListener('afterprint', stop);
    print();
    return () => removeEventListener('afterprint', stop);
  }, []);
  const count = Math.ceil(codes.length / onSheet) * onSheet;
  const places = Array.from({ length: count }, (_, place) => ({ place, code: codes[place % codes.length] }));
  return createPortal(
    <div className={styles.sheet}>{places.map(({ place, code }) => code && <Sticker key={`${place} ${code.id}`} code={code} />)}</div>,
    document.body,
  );
}

function Sticker({ code: { code, board, does } }: { code: MadeCode }) {
  const isNudge = does?.kind === 'nudge';
  const emoji = isNudge ? does.avatar : does?.emoji;
  const url = codeAddress(code);
  return (
    <div>
      <QrCode text={url} label={texts.code.qrCode} />
      <strong>
        {emoji ?? board.icon} {isNudge ? texts.nudge({ name: does.username }) : does?.title}
      </strong>
      <span>{isNudge ? texts.stickerNudge : texts.sticker}</span>
      <small>{url.replace(/^https?:\/\//, '')}</small>
    </div>
  );
}
