import { typographic } from '#client/ui/typography.ts';

/** The texts of what a person is asked on a board. */
export const askedMessages = typographic({
  answers: ({ count }: { count: number }) => (count === 1 ? 'Une réponse à donner' : `${count}\u00A0réponses à donner`),
  position: ({ at, count }: { at: number; count: number }) => `${at} sur ${count}`,
  later: 'Plus tard',
});
