import type { AsyncRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { api } from '#client/api/api.ts';

/** The server is there and does not have the code of a screen: it has a newer version, whose files have other names. */
export class CodeMissing extends Error {}

/**
 * A screen whose code is loaded when somebody goes there, and asked for again each time until it comes. The router's own
 * `lazyRouteComponent` loads the page anew when it does not, which without a network leaves nothing but the browser's own error.
 */
export function lateScreen(load: () => Promise<ComponentType>): AsyncRouteComponent<object> {
  let Screen: ComponentType | undefined;
  const fetch = async () => {
    try {
      Screen = await load();
    } catch {
      // Where the server does not answer either, that is what is told.
      await api('GET /api/session');
      throw new CodeMissing();
    }
  };
  const LateScreen = () => Screen && createElement(Screen);
  LateScreen.preload = () => (Screen ? undefined : fetch());
  return LateScreen;
}
