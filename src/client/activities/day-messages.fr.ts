import { typographic } from '#client/ui/typography.ts';

const fullDay = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** 'samedi 28 novembre', 'mardi 1er décembre', of a day as in 2026-11-28. */
const named = (day: string) => fullDay.format(new Date(day)).replace(' 1 ', ' 1er ');

export const dayMessages = typographic({
  ask: 'Pour quel jour ?',
  today: "Aujourd'hui",
  yesterday: 'Hier',
  /** What the choice means, read with it. */
  named,
  hint: ({ day }: { day: string }) => `Compte pour ${named(day)}, « noté le lendemain »`,
  over: "Hier, ce n'est plus possible : ce sera pour aujourd'hui.",
  missed: ({ day }: { day: string }) => `Arrivé trop tard pour ${named(day)} : les points comptent pour aujourd'hui.`,
});
