import { signedPoints } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** A board on a wall (decision D48): what the shared screen says. */
export const wallMessages = typographic({
  loading: 'Le mur arrive…',
  scores: 'Scores',
  together: 'ensemble',
  lately: 'Dernières activités',
  nothingYet: "Rien pour l'instant. Ça ne saurait tarder.",
  lost: 'Connexion perdue',
  log: 'Noter',
  who: 'Qui êtes-vous ?',
  what: ({ name }: { name: string }) => `${name}, qu'avez-vous fait de beau ?`,
  someoneElse: "C'est quelqu'un d'autre",
  logged: ({ name, title, points }: { name: string; title: string; points: number }) => `${name} : ${title}, ${signedPoints(points)}`,
  /** The undo got no answer. */
  unsure: "Pas de réponse : on ne sait pas si c'est annulé. Réessayez.",
  leave: {
    open: 'Quitter le mur',
    text: "Tapez les quatre chiffres choisis à l'ouverture. Oubliés ? Le mur s'éteint aussi depuis le profil de la personne qui l'a ouvert.",
    confirm: 'Quitter',
  },
  code: 'Code à quatre chiffres',
  /** As the server says it. */
  codeInvalid: 'Quatre chiffres, ni plus ni moins.',
  start: {
    title: 'Afficher au mur',
    lead: ({ board }: { board: string }) => `Cet écran montrera « ${board} » à qui passe devant : les scores, les activités, la flamme.`,
    signedOut: "Votre compte se ferme sur cet écran : personne d'autre ne pourra s'en servir.",
    mayLog: "Ce qu'on peut y faire",
    reads: 'Regarder',
    logs: 'Regarder et noter',
    readsHint: 'Rien ne se note sur cet écran.',
    logsHint:
      "Avant chaque gain, l'écran demande « Qui êtes-vous ? ». La personne l'apprend, peut l'annuler, et l'activité porte « depuis le mur ». Les pertes se notent au téléphone.",
    codeHint: "Pour quitter le mur. À retenir, ou à confier à quelqu'un de sûr.",
    open: 'Afficher',
    back: 'Retour au tableau',
    missing: "Ce tableau n'est pas là.",
    waits: "Des actions attendent encore d'être envoyées. Laissez-les partir d'abord.",
  },
  over: {
    title: 'Ce mur est décroché',
    text: "Cet écran ne montre plus de tableau : quelqu'un l'a éteint, ou le tableau n'est plus là. Merci d'avoir regardé.",
    out: 'Aller à OU LA LA',
  },
});
