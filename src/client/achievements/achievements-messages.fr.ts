import { counted, fullDate, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const achievementsMessages = typographic({
  title: 'Succès',
  progress: ({ count, total }: { count: number; total: number }) => `${count} sur ${counted(total, 'succès', 'succès')}`,
  unlocked: ({ title }: { title: string }) => `Succès débloqué : ${quoted(title)}`,
  unlockedAt: ({ time }: { time: number }) => `Débloqué le ${fullDate(time)}`,
  locked: 'À débloquer',
  loading: 'Chargement des succès...',
  loadFailed: 'Impossible de charger les succès. Veuillez réessayer.',
  empty: { text: 'Vos succès arriveront ici, au premier geste.', action: 'Noter une action' },
});
