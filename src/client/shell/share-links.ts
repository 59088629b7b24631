import { shareAppMessages as texts } from './share-app-messages.fr.ts';

/** What one friend sends to another. `text` contains the address. */
export interface Invitation {
  url: string;
  subject: string;
  text: string;
}

export function invitationTo(url: string): Invitation {
  return { url, subject: sendable(texts.mailSubject), text: sendable(texts.invitation({ url })) };
}

// Both '?' and '&': Android wants the one, iOS the other.
export function smsLink({ text }: Invitation): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}

export function whatsappLink({ text }: Invitation): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Facebook's dialog needs an app of the host's, and returns to `redirect_uri`. */
export function messengerLink({ url }: Invitation, appId: string): string {
  const address = encodeURIComponent(url);
  return `https://www.facebook.com/dialog/send?app_id=${encodeURIComponent(appId)}&link=${address}&redirect_uri=${address}`;
}

/** https://developers.snap.com/api/snapchat-for-web/social-plugins/share-link-to-snapchat */
export function snapchatLink({ url }: Invitation): string {
  return `https://www.snapchat.com/share?link=${encodeURIComponent(url)}`;
}

export function mailLink({ subject, text }: Invitation): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

// Not every program that receives a message knows the spaces of French typography.
function sendable(text: string): string {
  return text.replace(/[\u00A0\u202F]/g, ' ');
}
