/** The words about what was logged, also where somebody noted it for another member (decision D38). */
import type { News, NoticeOf } from '#shared/notices';
import { newsBubbleMessages as texts } from './news-bubble-messages.fr.ts';

/** `isForTwo`: on a board of two members what one notes for the other is what was seen (decision D52). */
export function loggedSentence({ by, title, notedBy, forYou }: NoticeOf<'activity_logged'>, isForTwo: boolean): string {
  if (notedBy === undefined) return texts.one({ name: by.username, title });
  if (forYou && isForTwo) return texts.seen({ by: notedBy, title });
  return forYou ? texts.notedForYou({ by: notedBy, title }) : texts.notedFor({ by: notedBy, name: by.username, title });
}

/** The name of whom the person hears it from: the member who noted it, where it was noted for themselves. */
export function tellerOf(news: News): string {
  return 'forYou' in news && news.forYou && news.notedBy !== undefined ? news.notedBy : news.by.username;
}
