import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Does what a shortcut of the app's icon asks for by the query `?name=1`, and takes that out of the address: a reload is no second press. */
export function useShortcut(name: string, onAsked: () => void): void {
  const navigate = useNavigate();
  const take = useEffectEvent(() => {
    if (!new URLSearchParams(location.search).has(name)) return;
    void navigate({ to: location.pathname, replace: true });
    onAsked();
  });
  useEffect(() => take(), []);
}
