import { sentence, typographic } from './typography.ts';

/** Texts of both sides: the client shows them, and the server writes them into the page for visitors without script. */
export const landingMessages = typographic({
  pageTitle: 'OU LA LA : quand on aime, on compte les points',
  hero: sentence`Quand on aime, ${'on compte les points.'}`,
  lead: "À deux ou en bande, chaque action vaut des points. Le tableau retient tout, et la mauvaise foi n'y change rien.",
  createAccount: 'Créer un compte',
  /** Where the host offers a demo. */
  tryIt: 'Essayer',
  signIn: 'Se connecter',
  /** Where not everybody may make an account. */
  closed: 'Les inscriptions sont fermées ici. Vous avez déjà un compte ? Connectez-vous.',
  invited: "Ici, on s'inscrit sur invitation : ouvrez le lien qu'on vous a envoyé.",
  promises: {
    title: 'Comment on joue',
    create: { title: 'Créer', text: 'Un tableau rien que pour vous, vos actions, vos règles du jeu.' },
    earn: { title: 'Gagner', text: "Un petit-déj au lit rapporte, la vaisselle oubliée coûte, et le score suit à l'instant." },
    unlock: {
      title: 'Débloquer',
      text: 'Des succès pour les grands gestes et les remontées que personne ne voyait venir, et des saisons pour un enjeu choisi ensemble.',
    },
    share: { title: 'Partager en privé', text: 'Vous choisissez qui entre. Ce qui se joue sur un tableau reste entre ses membres.' },
  },
  /** Below the promise of a board: how it may be played. */
  ways: { scores: 'Chacun son score', together: 'Ou complices, tout en commun' },
  claim: 'Vos données sont chiffrées en transit et au repos. Seules les personnes invitées accèdent à vos tableaux.',
  /** Where the page closes, and after the third move on the demonstration. */
  question: 'Et chez vous, qui mènerait ?',
  start: 'Commencer à jouer',
  demo: {
    label: 'Une partie pour voir',
    pause: 'Mettre la démonstration en pause',
    play: 'Lancer la démonstration',
    turn: ({ name }: { name: string }) => `À vous : jouez pour ${name}`,
    answered: ({ name, title, points, score }: { name: string; title: string; points: string; score: number }) =>
      `${name} répond : ${title}, ${points}. ${name} : ${score}`,
    standing: ({ name, points }: { name: string; points: number }) => `${name} : ${points}`,
  },
});
