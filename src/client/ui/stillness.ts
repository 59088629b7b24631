/** Whether the device asks for reduced motion: nothing moves then, and everything is said. */
export function wantsStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
