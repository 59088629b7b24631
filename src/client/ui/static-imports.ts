/** What a built file imports statically, as it is written there. */
export function importsIn(code: string): string[] {
  return [...code.matchAll(/\b(?:import|from)\s*["'`](\.\/[^"'`]+)["'`]/g)].map(([, name = '']) => name);
}
