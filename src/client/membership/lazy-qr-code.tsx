import { lazyPart } from '#client/ui/lazy-part.ts';
import { shareBoardMessages } from './share-board-messages.fr.ts';

/** Without its code the dialog still shows the link. */
export const QrCode = lazyPart(async () => (await import('#client/ui/qr-code.tsx')).QrCode, NoQrCode);

function NoQrCode(_: { text: string; label: string }) {
  return <p>{shareBoardMessages.link.qrCodeFailed}</p>;
}
