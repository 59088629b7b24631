import { type ComponentType, createElement, useEffect, useState } from 'react';

/**
 * A part that few need, and that stands there from the first frame or not at all: coming later it would push the rest away. It is
 * loaded beside the script that names it. Whoever needs it draws nothing of the rest until it is ready; what cannot be loaded is ready
 * too, as nothing.
 */
export function earlyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    loaded ??= await load().catch(() => undefined);
  };
  void fetch();
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
