import { lazy } from 'react';
import { shareBoardMessages } from './share-board-messages.fr.ts';

/** The link itself is what matters: without the encoder the dialog still does its work. */
export const QrCode = lazy(async () => {
  try {
    return { default: (await import('#client/ui/qr-code.tsx')).QrCode };
  } catch {
    return { default: NoQrCode };
  }
});

function NoQrCode(_: { text: string; label: string }) {
  return <p>{shareBoardMessages.link.qrCodeFailed}</p>;
}
