import type { ContestResult } from './contest-rules.ts';
import type { AgreementKind, SeasonKind } from './season-rules.ts';
import { typographic } from './typography.ts';

/** What is said of what a board plays for, by pushes and by toasts: a line for each kind of proposal. */
export const playWords = typographic({
  proposals: {
    season: {
      proposes: ({ name }: Proposing) => `${name} propose une saison`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, 'la saison commence à minuit', '!'),
      begun: ({ isForTwo }: Agreed) => allIn(isForTwo, 'la saison a commencé', '!'),
    },
    goal: {
      proposes: ({ name }: Proposing) => `${name} propose un objectif commun`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, "l'objectif commun commence à minuit", '!'),
      begun: ({ isForTwo }: Agreed) => allIn(isForTwo, "l'objectif commun a commencé", '!'),
    },
    pause: {
      proposes: ({ name }: Proposing) => `${name} propose une pause`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, 'la pause commence à minuit', '!'),
      begun: ({ isForTwo }: Agreed) => `${allIn(isForTwo, 'la pause a commencé', '.')} Bon repos !`,
    },
    contests: {
      proposes: ({ name }: Proposing) => `${name} propose « Mauvaise foi ! »`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, '« Mauvaise foi ! » est en jeu', '.'),
      begun: ({ isForTwo }: Agreed) => allIn(isForTwo, '« Mauvaise foi ! » est en jeu', '.'),
    },
    together: {
      proposes: ({ name }: Proposing) => `${name} propose de jouer en complices`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, 'ici, on joue en complices', '.'),
      begun: ({ isForTwo }: Agreed) => allIn(isForTwo, 'ici, on joue en complices', '.'),
    },
    scores: {
      proposes: ({ name }: Proposing) => `${name} propose de compter chacun son score`,
      agreed: ({ isForTwo }: Agreed) => allIn(isForTwo, 'chacun retrouve son score', '.'),
      begun: ({ isForTwo }: Agreed) => allIn(isForTwo, 'chacun retrouve son score', '.'),
    },
  } satisfies Record<AgreementKind, ProposalWords>,
  contests: {
    made: ({ name }: Proposing) => `${name} crie « Mauvaise foi ! »`,
    kept: ({ name }: Proposing) => `${name} maintient.`,
    result: ({ outcome, how }: ContestResult) => {
      if (outcome === 'withdrawn') return "C'est retiré, affaire classée.";
      if (how === 'coin') return outcome === 'void' ? 'Face : on efface.' : "Pile : l'action reste.";
      if (how === 'vote') return outcome === 'void' ? 'Le vote a parlé : on efface.' : 'Le vote a parlé : on garde.';
      return "Affaire classée : l'action reste.";
    },
  },
  over: {
    season: "C'est la fin de la saison : le podium est là",
    goal: 'Objectif commun : le résultat est là',
  } satisfies Record<SeasonKind, string>,
});

interface Proposing {
  name: string;
}

interface ProposalWords {
  proposes: (by: Proposing) => string;
  /** Before it begins, and after. */
  agreed: (by: Agreed) => string;
  begun: (by: Agreed) => string;
}

interface Agreed {
  isForTwo: boolean;
}

/** Two people are not 'tout le monde'. */
function allIn(isForTwo: boolean, what: string, end: '!' | '.'): string {
  if (isForTwo) return `C'est oui ! ${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  return `Tout le monde en est : ${what}${end === '!' ? ' !' : '.'}`;
}
