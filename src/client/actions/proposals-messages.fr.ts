import { counted, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of proposals and their answers. */
export const proposalsMessages = typographic({
  hint: "L'admin tranche. Si c'est oui, tout le monde en profite.",
  submit: 'Proposer',
  submitting: 'Envoi de la proposition…',
  sent: 'Proposition envoyée',
  sendFailed: "La proposition n'est pas partie. Réessayez.",
  waiting: ({ count }: { count: number }) => counted(count, 'action proposée', 'actions proposées'),
  unfold: ({ count }: { count: number }) => (count === 1 ? "Voir l'autre" : `Voir les ${counted(count, 'autre')}`),
  fold: 'Voir moins',
  proposes: ({ name, title }: { name: string; title: string }) => `${name} propose ${quoted(title)}`,
  youPropose: ({ title }: { title: string }) => `Vous proposez ${quoted(title)}`,
  see: 'Voir',
  accept: 'Accepter',
  acceptOne: ({ title }: { title: string }) => `Accepter ${quoted(title)}`,
  accepted: 'Action ajoutée au tableau',
  decline: 'Refuser',
  declineOne: ({ title }: { title: string }) => `Refuser ${quoted(title)}`,
  declined: 'Proposition refusée',
  own: 'Vos propositions',
  ownHint: "L'admin n'a pas encore répondu.",
  withdraw: 'Retirer',
  withdrawOne: ({ title }: { title: string }) => `Retirer ${quoted(title)}`,
  withdrawn: 'Proposition retirée',
  answerFailed: "La réponse n'est pas partie. Réessayez.",
  wasAccepted: ({ title }: { title: string }) => `Bonne idée : ${quoted(title)} est maintenant sur le tableau.`,
  wasDeclined: ({ title }: { title: string }) => `${quoted(title)} reste dans les cartons. Merci pour l'idée !`,
});
