/** The markup that the build writes into its pages: people read it before any script has come, or without one. */
import { type ComponentProps, type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { DashboardSkeleton } from '#client/screens/dashboard-skeleton.tsx';
import { BoardSkeleton, BoardsSkeleton } from '#client/screens/boards-skeleton.tsx';
import { LandingScreen } from '#client/landing/landing-screen.tsx';
import { LegalScreen, legalTitleOf } from '#client/legal/legal-screen.tsx';
import { InvitationSkeleton } from '#client/membership/invitation-ticket.tsx';
import { RequestsSkeleton } from '#client/membership/requests-skeleton.tsx';
import { StaticShell } from '#client/shell/static-shell.tsx';
import type { PageName } from '#shared/pages';

interface StaticPage {
  /** For pages to which the server gives no title of its own. */
  title?: string;
  /** Attributes of the root element that styles ask for, as the screen itself sets them (`useRootMark`). */
  marks?: readonly string[];
  /** The content of #root. */
  markup: string;
}

/** The pages that show something to everybody, without a session. */
export const staticPages: Partial<Record<PageName, StaticPage>> = {
  landing: { markup: rendered(<LandingScreen signedIn={null} onNavigate={() => undefined} />) },
  privacy: { title: legalTitleOf('privacy'), markup: rendered(<LegalScreen page="privacy" />) },
  legal: { title: legalTitleOf('legal'), markup: rendered(<LegalScreen page="legal" />) },
  https: { title: legalTitleOf('https'), markup: rendered(<LegalScreen page="https" />) },
  verify: { title: legalTitleOf('verify'), markup: rendered(<LegalScreen page="verify" />) },
  invitation: { markup: rendered(<InvitationSkeleton />) },
  dashboard: { marks: ['data-shell'], markup: inShell('/dashboard', <DashboardSkeleton />) },
  boards: { marks: ['data-shell'], markup: inShell('/boards', <BoardsSkeleton />) },
  board: { marks: ['data-shell', 'data-board-screen'], markup: inShell('/boards', <BoardSkeleton />, false) },
  requests: { marks: ['data-shell'], markup: inShell('/requests', <RequestsSkeleton />) },
};

function inShell(at: ComponentProps<typeof StaticShell>['at'], screen: ReactNode, isThere = true): string {
  return rendered(
    <StaticShell at={at} isThere={isThere}>
      {screen}
    </StaticShell>,
  );
}

/** Renders the same tree as main.tsx, which takes it over element by element. */
function rendered(screen: ReactNode): string {
  return renderToString(<StrictMode>{screen}</StrictMode>);
}
