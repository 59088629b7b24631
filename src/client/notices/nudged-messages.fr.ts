import { quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The text for whoever is nudged. */
export const nudgedMessages = typographic({
  nudged: ({ name, sentence }: { name: string; sentence: string }) => `${name} vous relance : ${quoted(sentence)}`,
  see: 'Y aller',
});
