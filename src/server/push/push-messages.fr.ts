import { counted } from '#shared/counted.fr';
import { typographic } from '#shared/typography';

/** What a notification says. Only the neutral sentences ever leave the server unasked (decision D32). */
export const pushMessages = typographic({
  neutral: 'Du nouveau sur OU LA LA',
  /** The neutral sentences of kinds that have one of their own (decision D64). */
  neutralOf: {
    anniversary: 'Un an de plus : le film est prêt',
    contest: 'On crie à la mauvaise foi…',
    film: "Le film de l'année est prêt",
    flame: 'La flamme vacille : il ne manque que vous',
    gesture: 'Le geste de la semaine est à choisir',
    keep: 'Gardez votre partie',
    knock: 'On frappe à la porte',
    question: 'Une réponse à donner',
    recap: 'Votre récap est prêt',
    seasonOver: "C'est la fin de la saison",
  },
  appName: 'OU LA LA',
  logged: worded,
  loggedFor: ({ by, username, title, points }: Logged & { by: string }) => `${by} a noté pour ${username} : ${title}, ${signed(points)}`,
  loggedForYou: ({ by, title, points }: Omit<Logged, 'username'> & { by: string }) =>
    `${by} a noté pour vous : ${title}, ${signed(points)}`,
  /** The same between two, without a gendered ending (decision D52). */
  seen: ({ by, title, points }: Omit<Logged, 'username'> & { by: string }) => `${by} l'a remarqué : ${title} · ${signed(points)}`,
  loggedSeveral: ({ names, gains, losses }: { names: readonly string[]; gains: number; losses: number }) => {
    const parts = [counted(gains, 'geste'), counted(losses, 'aveu', 'aveux')];
    return `${joined(names)} : ${parts.filter((part) => !part.startsWith('0')).join(', ')}`;
  },
  reacted: ({ emoji, username, title }: { emoji: string; username: string; title: string }) => `${username} a mis ${emoji} à « ${title} »`,
  reactedSeveral: ({ names, count }: { names: readonly string[]; count: number }) => `${joined(names)} : ${counted(count, 'réaction')}`,
  unlocked: ({ names, count }: { names: readonly string[]; count: number }) =>
    `${joined(names)} : ${counted(count, 'succès débloqué', 'succès débloqués')}`,
  recap: 'Le récap de la semaine est là',
  gesture: "Quel geste retenez-vous cette semaine ? C'est secret jusqu'à lundi 8\u00A0h.",
  proposal: ({ names, count }: { names: readonly string[]; count: number }) =>
    `${joined(names)} : ${counted(count, 'action proposée', 'actions proposées')}`,
  proposal_answer: "On a répondu à votre idée d'action",
  keep: "Votre partie s'efface dans deux semaines : gardez-la, ou revenez jouer",
  hand_over: "C'est vous qui tenez le tableau, désormais",
  invited: ({ username, title }: { username: string; title: string }) => `${username} vous invite sur ${title}`,
  asked: ({ username, title }: { username: string; title: string }) => `${username} demande à rejoindre ${title}`,
  proposed: ({ username, invited, title }: { username: string; invited: string; title: string }) =>
    `${username} propose d'inviter ${invited} sur ${title}`,
  accepted: ({ username, title }: { username: string; title: string }) => `${username} a dit oui : ${title}`,
  rejected: ({ username, title }: { username: string; title: string }) => `${username} a décliné : ${title}`,
  nudged: ({ username, sentence }: { username: string; sentence: string }) => `${username} vous relance : « ${sentence} »`,
  nudgedSeveral: ({ names }: { names: readonly string[] }) => `${joined(names)} vous relancent`,
  flame: ({ name }: { name: string }) => `${name} a joué. Jouez aussi, et la flamme s'allume.`,
  flameForTwo: ({ name }: { name: string }) => `${name} a joué. La flamme n'attend plus que vous.`,
  about: ({ text, title }: { text: string; title: string }) => `${text} (« ${title} »)`,
  maintained: ({ username, isForTwo }: { username: string; isForTwo: boolean }) =>
    `${username} maintient : ${isForTwo ? 'pile ou face ?' : 'à vous de voter'}`,
  owedLoss: ({ username, title }: { username: string; title: string }) => `${username} demande : « ${title} », c'est vous ?`,
  avowed: ({ username, title }: { username: string; title: string }) => `${username} avoue : « ${title} »`,
  denied: ({ username, title }: { username: string; title: string }) => `${username} répond « Pas moi » : « ${title} »`,
  forStake: ({ text, stake }: { text: string; stake: string }) => `${text} : « ${stake} »`,
  seasonWon: ({ isMe, names }: { isMe: boolean; names: readonly string[] }) =>
    `${names.length > 1 ? `${joined(names)} gagnent` : isMe ? 'Vous gagnez' : `${names.join('')} gagne`} la saison`,
  seasonTied: "La saison est finie : égalité en tête, l'enjeu tombe à l'eau",
  seasonUnplayed: "La saison est finie : personne n'est au classement, l'enjeu tombe à l'eau",
  goalReached: 'Objectif atteint, ensemble !',
  goalMissed: 'Objectif commun : pas cette fois, mais quelle équipe !',
  someoneGone: "Quelqu'un qui est parti",
  onBoard: ({ board, text }: { board: string; text: string }) => `${board} — ${text}`,
});

interface Logged {
  username: string;
  title: string;
  points: number;
}

function worded({ username, title, points }: Logged): string {
  return `${username} : ${title}, ${signed(points)}${points > 0 ? '. À vous ?' : ''}`;
}

function signed(points: number): string {
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
}

function joined(names: readonly string[]): string {
  const rest = names.length - 2;
  return rest > 0 ? `${names.slice(0, 2).join(', ')} et ${counted(rest, 'autre')}` : names.join(' et ');
}
