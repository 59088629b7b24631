/** What the build draws into its pages: read before any script has come, or without one. */
import { type ComponentProps, type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { DashboardBeforehand } from '#client/screens/dashboard-beforehand.tsx';
import { BoardBeforehand, BoardsBeforehand } from '#client/screens/boards-beforehand.tsx';
import { LandingScreen } from '#client/landing/landing-screen.tsx';
import { LegalScreen, legalTitleOf } from '#client/legal/legal-screen.tsx';
import { InvitationBeforehand } from '#client/membership/invitation-ticket.tsx';
import { RequestsBeforehand } from '#client/membership/requests-beforehand.tsx';
import { ShellBeforehand } from '#client/shell/shell-beforehand.tsx';
import type { PageName } from '#shared/pages';

interface Drawn {
  /** Where the server has none of its own. */
  title?: string;
  /** What marks the page for its styles, as the screen itself does (`useRootMark`). */
  marks?: readonly string[];
  /** What stands in #root. */
  markup: string;
}

/** The pages that have something to say to everybody. */
export const beforehand: Partial<Record<PageName, Drawn>> = {
  landing: { markup: drawn(<LandingScreen signedIn={null} onNavigate={() => undefined} />) },
  privacy: { title: legalTitleOf('privacy'), markup: drawn(<LegalScreen page="privacy" />) },
  legal: { title: legalTitleOf('legal'), markup: drawn(<LegalScreen page="legal" />) },
  invitation: { markup: drawn(<InvitationBeforehand />) },
  dashboard: { marks: ['data-shell'], markup: inShell('/dashboard', <DashboardBeforehand />) },
  boards: { marks: ['data-shell'], markup: inShell('/boards', <BoardsBeforehand />) },
  board: { marks: ['data-shell', 'data-board-screen'], markup: inShell('/boards', <BoardBeforehand />, false) },
  requests: { marks: ['data-shell'], markup: inShell('/requests', <RequestsBeforehand />) },
};

function inShell(at: ComponentProps<typeof ShellBeforehand>['at'], screen: ReactNode, isThere = true): string {
  return drawn(
    <ShellBeforehand at={at} isThere={isThere}>
      {screen}
    </ShellBeforehand>,
  );
}

/** The same tree as main.tsx puts there: it is taken over element by element. */
function drawn(screen: ReactNode): string {
  return renderToString(<StrictMode>{screen}</StrictMode>);
}
