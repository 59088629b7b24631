import type { PushTopic } from '#shared/notices';
import type { Content } from './composing.ts';
import { pushMessages } from './push-messages.fr.ts';

const { neutral, neutralOf } = pushMessages;

/** What a push shows to anybody who sees the device: its kind, and nothing more (decisions D32, D64). */
const sentences: Partial<Record<PushTopic, string>> = {
  contest: neutralOf.contest,
  contest_vote: neutralOf.question,
  owed_loss: neutralOf.question,
};

export function neutralSentence(contents: readonly Content[]): string {
  const said = new Set(contents.map(({ topic }) => sentences[topic] ?? neutral));
  const [only = neutral] = said;
  return said.size === 1 ? only : neutral;
}
