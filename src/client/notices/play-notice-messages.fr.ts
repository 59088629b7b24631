import { typographic } from '#client/ui/typography.ts';

/** What the toasts about what a board plays for offer. */
export const playNoticeMessages = typographic({
  answer: 'Répondre',
  see: 'Voir',
});
