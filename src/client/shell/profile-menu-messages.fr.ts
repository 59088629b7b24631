import { counted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const profileMenuMessages = typographic({
  label: 'Menu du profil',
  edit: 'Modifier le profil',
  darkMode: 'Mode sombre',
  lightMode: 'Mode clair',
  sounds: 'Sons',
  shortcuts: 'Raccourcis clavier',
  shortcutsHint: '« / » pour chercher, « n » pour noter',
  privacy: 'Confidentialité',
  share: 'Partager',
  achievements: 'Succès',
  signOut: 'Déconnexion',
  signOutFailed: 'La déconnexion a échoué. Réessayez.',
  signOutWithQueue: {
    title: "Des actions attendent d'être envoyées",
    text: ({ count }: { count: number }) => `${counted(count, 'action')} en attente : se déconnecter maintenant, c'est y renoncer.`,
    confirm: 'Se déconnecter quand même',
    stay: 'Rester',
  },
});
