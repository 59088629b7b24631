import { decrypt, type SealedField, seal } from '../../encryption/sealed-text.ts';
import type { BusMessage } from '../bus.ts';

/** What a copy sends: news for the others, that it is there, that some news of its got lost, or that it stops. */
export type Letter = { from: string; news: BusMessage } | { from: string; news?: undefined; sign: 'beat' | 'gap' | 'bye' };

/**
 * Seals what goes through Redis: some of it holds what people wrote, as the toast about a proposed action does, and Redis is to know
 * none of it, nor to make up any.
 */
export interface Envelope {
  close(letter: Letter): string;
  /** Undefined for what no copy with our key has sent. */
  open(text: string): Letter | undefined;
}

const field: SealedField = { table: 'bus', column: 'letter', row: '', board: '', keyId: '1' };

/** `secret`: 32 bytes, hexadecimal. */
export function createEnvelope(secret: string): Envelope {
  const key = Buffer.from(secret, 'hex');
  return {
    close: (letter) => seal(key, JSON.stringify(letter), field),
    open(text) {
      try {
        return JSON.parse(decrypt(key, text, field).toString('utf8')) as Letter;
      } catch {
        // Invalid messages are not logged: anybody who can write to Redis could fill the log.
        return undefined;
      }
    },
  };
}
