import { lazyPart } from '#client/ui/lazy-part.ts';

/** Activities are drawn before this code has come, so their rows reserve its line. */
const load = () => import('./bubble-parts.ts');
export const Reactions = lazyPart(async () => (await load()).Reactions);
export const Marks = lazyPart(async () => (await load()).Marks);
