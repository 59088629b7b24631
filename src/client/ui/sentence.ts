import { createElement, Fragment, type ReactNode } from 'react';
import { type Sentence, Value } from './typography.ts';

/** A sentence of a catalogue, each of its values as `show` draws it. */
export function drawn(parts: Sentence, show: (value: string) => ReactNode): ReactNode {
  // Passed as arguments, since the parts have no keys and need none: they never move.
  return createElement(Fragment, null, ...parts.map((part) => (part instanceof Value ? show(part.text) : part)));
}
