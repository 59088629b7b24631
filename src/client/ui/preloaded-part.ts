import { type ComponentType, createElement, useEffect, useState } from 'react';
import { reporting } from './unexpected.ts';

/**
 * A rarely needed part that must be in the first frame, since coming later it would shift the layout. Its caller draws nothing until it is
 * ready; a part that fails to load counts as ready, and draws nothing.
 */
export function preloadedPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    loaded ??= await load().catch(reporting('code'));
  };
  return {
    useReady(isNeeded: boolean): boolean {
      const [isReady, setReady] = useState(() => !isNeeded || loaded !== undefined);
      useEffect(() => {
        if (!isReady) void fetch().then(() => setReady(true));
      }, [isReady]);
      return isReady;
    },
    Part: (props: Props) => loaded && createElement(loaded, props),
  };
}
