import { useEffect } from 'react';
import { useLoggedToast } from './logged-toast.tsx';

export type Announce = ReturnType<typeof useLoggedToast>;

/** Hands on what says that something is logged, for a screen that is drawn before this code has come. */
export function Announcer({ onReady }: { onReady: (announce: Announce) => void }) {
  const announce = useLoggedToast();
  useEffect(() => onReady(announce));
  return null;
}
