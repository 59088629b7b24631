import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of a screen that the first paint does without. Where it cannot be loaded nothing stands in its place: `lazy` alone
 * would put an error in the place of the whole screen.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Nothing };
    }
  });
}

function Nothing(): null {
  return null;
}
