import { counted, listedBriefly, quoted } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

/** The texts of the bubble, apart from those of the navigation, which the first screen needs. */
export const newsBubbleMessages = typographic({
  one: ({ name, title }: { name: string; title: string }) => `${name} : ${title}`,
  notedForYou: ({ by, title }: { by: string; title: string }) => `${by} a noté pour vous : ${title}`,
  /** The same between two, without a gendered ending (decision D52). */
  seen: ({ by, title }: { by: string; title: string }) => `${by} l'a remarqué : ${title}`,
  /** Under the title of what was seen. */
  seenBy: ({ by }: { by: string }) => `${by} l'a remarqué`,
  notedFor: ({ by, name, title }: { by: string; name: string; title: string }) => `${name} : ${title}, noté par ${by}`,
  reacted: ({ name, emoji, title }: { name: string; emoji: string; title: string }) => `${name} a réagi ${emoji} à ${quoted(title)}`,
  /** After a name, before a crown. */
  takesTheLead: 'prend la tête',
  /** After the newest of several. */
  more: ({ count }: { count: number }) => `et ${counted(count, 'autre')}`,
  several: ({ names, count }: { names: readonly string[]; count: number }) => `${listedBriefly(names)} : ${counted(count, 'action')}`,
  severalReactions: ({ names, count }: { names: readonly string[]; count: number }) =>
    `${listedBriefly(names)} : ${counted(count, 'réaction')}`,
  mixed: ({ names, count }: { names: readonly string[]; count: number }) => `${listedBriefly(names)} : ${counted(count, 'nouveauté')}`,
});
