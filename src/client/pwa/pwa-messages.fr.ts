import { typographic } from '#client/ui/typography.ts';

export const installMessages = typographic({
  title: 'Gardez OU LA LA sous la main',
  text: "L'application s'ouvre d'un geste, même sans réseau.",
  install: "Installer l'application",
  later: 'Plus tard',
  /** On an iPhone or iPad, by where its browser has the share sheet. The words of Safari were checked last in 2026-11, for iOS 18 and 26. */
  ios: {
    bar: "Touchez « Partager », puis « Sur l'écran d'accueil ».",
    dots: "Touchez « … », « Partager », puis « Sur l'écran d'accueil », parfois derrière « Voir\u00A0plus ».",
    tablet: "Touchez « Partager », puis « Sur l'écran d'accueil », parfois derrière « Voir\u00A0plus ».",
    other: "Touchez « Partager », près de l'adresse ou dans le menu, puis « Sur l'écran d'accueil ».",
    inside: "Ouvrez d'abord cette page dans Safari : d'ici, elle ne s'installe pas.",
  },
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
