/** How tokens begin: whoever finds one, a program that looks for lost secrets too, sees what it is. */
export const tokenPrefix = 'oulala_';

export const tokenLimits = { nameMax: 60, mostOfPerson: 30 } as const;

/** What a token may do: read, or log as well. */
export const tokenRights = ['read', 'log'] as const;
export type TokenRight = (typeof tokenRights)[number];

/** When a token ends by itself. */
export const tokenLives = ['month', 'year', 'forever'] as const;
export type TokenLife = (typeof tokenLives)[number];

const day = 24 * 60 * 60 * 1000;

/** In milliseconds; null for what does not end by itself. */
export const lastsFor: Record<TokenLife, number | null> = { month: 30 * day, year: 365 * day, forever: null };

/** For so long a token, or a wall, can undo what it has logged, in milliseconds. */
export const undoneWithin = 10 * 60 * 1000;
