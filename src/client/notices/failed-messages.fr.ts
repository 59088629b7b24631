import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts for commands that were refused, or that wait for another version of the app. */
export const failedMessages = typographic({
  logFailed: ({ title }: { title: string }) => `L'action ${quoted(title)} n'a pas été notée. Votre score n'a pas bougé.`,
  refusedOn: ({ board }: { board: string }) => `${board} a dit non : rien n'a été noté ailleurs non plus.`,
  /** Where nothing says why. */
  again: 'Réessayez.',
  retry: 'Réessayer',
  undoRefused: ({ title }: { title: string }) => `L'annulation de ${quoted(title)} n'a pas été enregistrée.`,
  unknown: ({ count }: { count: number }) =>
    count === 1
      ? "Une action attend une version plus récente d'OU LA LA pour partir. Elle est gardée ici : rechargez la page."
      : `${counted(count, 'action')} attendent une version plus récente d'OU LA LA pour partir. Elles sont gardées ici : rechargez la page.`,
});
