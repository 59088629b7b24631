import type { BoardRequest } from '#shared/requests';
import { requestsMessages } from './requests-messages.fr.ts';

export type Direction = 'received' | 'sent';

// Of the private use area: what stands for a value cannot be part of a text.
const placeholders = { from: '\uE000', to: '\uE001', invited: '\uE002', board: '\uE003' } as const;
const anyPlaceholder = /([\uE000-\uE003])/;

/** What a request says, by its type and direction, with the names in bold. */
export function RequestSentence({ request, direction }: { request: BoardRequest; direction: Direction }) {
  const values: Record<string, string> = {
    [placeholders.from]: request.fromUsername,
    [placeholders.to]: request.toUsername,
    [placeholders.invited]: request.invitedUsername ?? '',
    [placeholders.board]: request.boardTitle,
  };
  const parts = requestsMessages.sentences[request.type][direction](placeholders).split(anyPlaceholder);
  return parts.map((part) => {
    const value = values[part];
    return value === undefined ? part : <strong key={part}>{value}</strong>;
  });
}
