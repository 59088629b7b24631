import { counted, listed } from '#client/ui/format.fr.ts';
import { typographic } from '#client/ui/typography.ts';

export const newsMessages = typographic({
  one: ({ name, title }: { name: string; title: string }) => `${name} : ${title}`,
  several: ({ names, count }: { names: readonly string[]; count: number }) => `${people(names)} : ${counted(count, 'action')}`,
  feed: 'du nouveau',
});

const namesShown = 3;

function people(names: readonly string[]): string {
  if (names.length <= namesShown) return listed(names);
  return `${names.slice(0, namesShown - 1).join(', ')} et ${names.length - namesShown + 1} autres`;
}
