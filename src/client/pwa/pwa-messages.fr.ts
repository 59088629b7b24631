import { typographic } from '#client/ui/typography.ts';

export const installMessages = typographic({
  title: 'Gardez OU LA LA sous la main',
  text: "L'application s'ouvre d'un geste, même sans réseau.",
  install: "Installer l'application",
  later: 'Plus tard',
  ios: "Touchez « Partager », puis « Sur l'écran d'accueil ».",
});

export const updateMessages = typographic({
  ready: 'Une nouvelle version est prête.',
  apply: 'Mettre à jour',
  later: 'Plus tard',
  halfTyped: {
    title: 'Mettre à jour ?',
    text: "Ce que vous avez commencé à écrire n'est pas enregistré et pourrait être perdu.",
  },
});
