import * as z from 'zod/mini';
import { singleLinkId } from './ids.ts';

export const singleLinkLimits = {
  /** Open at once. */
  perBoard: 10,
  /** In milliseconds. */
  lifetime: 24 * 60 * 60 * 1000,
};

const shape = { id: singleLinkId, createdAt: z.int(), expiresAt: z.int() };

/** A link that lets one person in without approval (decision D22). Times in milliseconds since 1970. */
export const singleLink = z.object(shape);
export type SingleLink = z.infer<typeof singleLink>;

/** `token` ends the address `/invite/{token}`, and is told this once. */
export const madeSingleLink = z.object({ ...shape, token: z.string() });
export type MadeSingleLink = z.infer<typeof madeSingleLink>;
