import { latePart } from '#client/ui/late-part.ts';

/** The activities are there before it: whoever draws it keeps its line free. */
export const Reactions = latePart(async () => (await import('./reactions.tsx')).Reactions);
