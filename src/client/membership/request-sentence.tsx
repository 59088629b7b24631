import type { BoardRequest } from '#shared/requests';
import { drawn } from '#client/ui/sentence.ts';
import { requestsMessages } from './requests-messages.fr.ts';

export type Direction = 'received' | 'sent';

/** The sentence of a request, by its type and direction, with the names in bold. */
export function RequestSentence({ request, direction }: { request: BoardRequest; direction: Direction }) {
  const parts = requestsMessages.sentences[request.type][direction]({
    from: request.fromUsername,
    to: request.toUsername,
    invited: request.invitedUsername ?? '',
    board: request.boardTitle,
  });
  return drawn(parts, (name) => <strong>{name}</strong>);
}
