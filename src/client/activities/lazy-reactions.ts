import { lazyPart } from '#client/ui/lazy-part.ts';

/** Activities are drawn before this code has come, so their rows reserve its line. */
export const Reactions = lazyPart(async () => (await import('./reactions.tsx')).Reactions);
