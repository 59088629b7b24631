import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { FilesUnreachable } from '#client/ui/lazy-import.ts';
import { ExpectedError } from '#client/ui/unexpected.ts';

/** The code of a screen could not be loaded. `load` tries again. */
export class ScreenUnreachable extends ExpectedError {
  override readonly name = 'ScreenUnreachable';
  readonly load: () => Promise<void>;

  constructor(load: () => Promise<void>, cause: unknown) {
    super(undefined, { cause });
    this.load = load;
  }
}

/**
 * A screen whose code is loaded when somebody goes there, and asked for again each time until it comes. The router's own
 * `lazyRouteComponent` loads the page anew when it does not, which without a network leaves nothing but the browser's own error.
 */
export function lazyScreen(load: () => Promise<ComponentType>): AsyncRouteComponent<object> {
  let Screen: ComponentType | undefined;
  const fetch = async () => {
    try {
      Screen = await load();
    } catch (error) {
      throw error instanceof FilesUnreachable ? new ScreenUnreachable(fetch, error) : error;
    }
  };
  const LazyScreen = () => Screen && createElement(Screen);
  LazyScreen.preload = () => (Screen ? undefined : fetch());
  return LazyScreen;
}
