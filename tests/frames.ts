import type { Readable } from 'node:stream';

/**
 * Reads a live stream frame by frame. `at` as of performance.now(). Where nothing but ids is read 'latin1' does, and takes less of the
 * processor.
 */
export function readFrames(stream: Readable, read: (frame: string, at: number) => void, encoding: 'utf8' | 'latin1' = 'utf8'): void {
  let rest = '';
  stream.setEncoding(encoding);
  stream.on('data', (text: string) => {
    const at = performance.now();
    rest += text;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      read(rest.slice(0, end), at);
      rest = rest.slice(end + 2);
    }
  });
}
