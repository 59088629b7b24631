import { isYear } from '#shared/film-periods';
import type { Content } from './composing.ts';
import { pushMessages } from './push-messages.fr.ts';

const { neutral, neutralOf } = pushMessages;

/** What a push shows to anybody who sees the device: its kind, and nothing more (decisions D32, D64). Several kinds at once are told as none. */
export function neutralSentence(contents: readonly Content[]): string {
  const said = new Set(contents.map((content) => kindOf(content) ?? neutral));
  const [only = neutral] = said;
  return said.size === 1 ? only : neutral;
}

function kindOf(content: Content): string | undefined {
  if (content.topic === 'request') return content.isKnock ? neutralOf.knock : neutralOf.question;
  // A goal that is over is no season.
  if (content.topic === 'season_closed') return content.season.kind === 'season' ? neutralOf.seasonOver : undefined;
  if (content.topic === 'film') return isYear(content.film) ? neutralOf.film : neutralOf.anniversary;
  return sentences[content.topic];
}

const sentences: Partial<Record<Content['topic'], string>> = {
  agreement: neutralOf.question,
  contest: neutralOf.contest,
  contest_vote: neutralOf.question,
  flame: neutralOf.flame,
  gesture: neutralOf.gesture,
  keep: neutralOf.keep,
  owed_loss: neutralOf.question,
  proposal: neutralOf.question,
  recap: neutralOf.recap,
};
