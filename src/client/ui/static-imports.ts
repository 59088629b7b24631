/** The static imports of a built file, as written there. */
export function importsIn(code: string): string[] {
  return [...code.matchAll(/\b(?:import|from)\s*["'`](\.\/[^"'`]+)["'`]/g)].map(([, name = '']) => name);
}
