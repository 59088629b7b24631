import { typographic } from '#client/ui/typography.ts';

export const newsMessages = typographic({
  feed: 'du nouveau',
});
