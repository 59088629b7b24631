import { quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The page behind a sticker. */
export const codeMessages = typographic({
  title: 'Autocollant',
  lead: "Rien n'est noté tant que vous n'appuyez pas.",
  loading: 'Lecture du code',
  loadFailed: "Ce code n'a pas pu être lu. Réessayez.",
  missing: {
    title: 'Ce code ne mène nulle part',
    text: "Il a été supprimé, ou il vient d'un tableau dont vous n'êtes pas membre.",
    home: "Retour à l'accueil",
  },
  logged: ({ title }: { title: string }) => `${quoted(title)} : c'est noté.`,
  again: {
    title: 'Encore ?',
    text: ({ title }: { title: string }) => `Vous avez noté ${quoted(title)} il y a moins d'une minute.`,
    yes: 'Noter encore',
    no: 'Non, une fois suffit',
  },
  nudge: ({ name }: { name: string }) => `Relancer ${name}`,
  nudgeHint: 'Une fois par jour',
  nudged: ({ name, sentence }: { name: string; sentence: string }) => `Envoyé à ${name} : ${quoted(sentence)}`,
  nudgeFailed: "La relance n'est pas partie. Réessayez.",
  yourself: "Cet autocollant sert à vous relancer. C'est aux autres d'appuyer.",
  board: ({ board }: { board: string }) => `Voir ${quoted(board)}`,
});
