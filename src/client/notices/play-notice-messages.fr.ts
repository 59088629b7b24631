import { quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** What the toasts about what a board plays for offer. */
export const playNoticeMessages = typographic({
  answer: 'Répondre',
  see: 'Voir',
  contestOver: ({ result }: { result: string }) => `« Mauvaise foi ! » : ${result}`,
  lossDenied: ({ name, title }: { name: string; title: string | null }) =>
    title === null ? `${name} répond « Pas moi »` : `${name} répond « Pas moi » à ${quoted(title)}`,
});
