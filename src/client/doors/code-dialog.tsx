import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { MadeCode } from '#shared/codes';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { codeAddress } from './code-queries.ts';
import { codesMessages as texts } from './codes-messages.fr.ts';
import styles from './codes.module.css';
import { StickerSheet } from './sticker-sheet.tsx';

interface CodeDialogProps {
  code: MadeCode;
  open: boolean;
  onClose: () => void;
}

/** The QR code of a code, its address, and the way to print both. */
export function CodeDialog({ code, open, onClose }: CodeDialogProps) {
  const [isPrinting, setPrinting] = useState(false);
  const url = codeAddress(code.code);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={code.name}
      footer={
        <Button icon={<Printer aria-hidden="true" />} onClick={() => setPrinting(true)}>
          {texts.print}
        </Button>
      }
    >
      <Stack gap={4}>
        <div className={styles.qr}>
          <QrCode text={url} label={texts.code.qrCode} />
        </div>
        <ShareAddress
          url={url}
          label={texts.code.label}
          hint={texts.code.hint}
          shared={{ title: code.name, text: url }}
          texts={texts.code}
        />
      </Stack>
      {isPrinting ? <StickerSheet codes={[code]} onDone={() => setPrinting(false)} /> : null}
    </Dialog>
  );
}
