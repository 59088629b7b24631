import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionOf } from '#client/session/session-queries.ts';
import { LandingScreen } from './landing-screen.tsx';

/** The landing page as a screen of the app. The entry shows the same one without the router. */
export function RoutedLandingScreen() {
  const navigate = useNavigate();
  const signedIn = sessionOf(useQueryClient()) !== null;
  return <LandingScreen signedIn={signedIn} onNavigate={(href) => void navigate({ href })} />;
}
