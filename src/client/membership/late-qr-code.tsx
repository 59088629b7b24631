import { latePart } from '#client/ui/late-part.ts';
import { shareBoardMessages } from './share-board-messages.fr.ts';

/** The link itself is what matters: without the encoder the dialog still does its work. */
export const QrCode = latePart(async () => (await import('#client/ui/qr-code.tsx')).QrCode, NoQrCode);

function NoQrCode(_: { text: string; label: string }) {
  return <p>{shareBoardMessages.link.qrCodeFailed}</p>;
}
