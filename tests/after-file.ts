/**
 * What is ended after all tests of a file: for tools that are asked for something in the middle of a test, where nothing can be asked of the
 * runner any more. `end-of-file.ts` sees to it, in every suite that has these tools.
 */

const ends: (() => unknown)[] = [];

/** Done in the order in which it was asked for; what such an end asks for in turn comes after all others. */
export function afterFile(end: () => unknown): void {
  ends.push(end);
}

export async function endFile(): Promise<void> {
  for (let end = ends.shift(); end; end = ends.shift()) await end();
}
