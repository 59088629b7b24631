import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Account } from '#shared/accounts';
import './styles/index.css';
import { api } from './api.ts';
import { FailureScreen } from './failure-screen.tsx';
import { startTheme } from './theme.ts';
import { words } from './ui/ui-messages.fr.ts';

// Neither the router nor the query cache may be imported here: the landing page is shown without them (goal P8).

const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');
const root = createRoot(place);
const longestWaitMs = 15_000;

startTheme();
void start();

/** Nothing is shown before the answer to who is signed in. */
async function start(failures = 0): Promise<void> {
  try {
    const { user } = await api('GET /api/session');
    if (location.pathname === '/') await showLanding(user);
    else await showApp(user);
  } catch {
    showUnreachable(failures, start);
  }
}

async function showLanding(user: Account | null): Promise<void> {
  const { LandingScreen } = await import('./landing/landing-screen.tsx');
  const leave = (href: string) => {
    history.pushState(null, '', href);
    void enter();
  };
  const enter = async (failures = 0): Promise<void> => {
    try {
      await showApp(user);
    } catch {
      showUnreachable(failures, enter);
    }
  };
  root.render(
    <StrictMode>
      <LandingScreen signedIn={user !== null} onNavigate={leave} />
    </StrictMode>,
  );
}

async function showApp(user: Account | null): Promise<void> {
  const { App } = await import('./app.tsx');
  root.render(
    <StrictMode>
      <App signedIn={user} />
    </StrictMode>,
  );
}

function showUnreachable(failures: number, again: (failures: number) => Promise<void>): void {
  const retry = () => {
    clearTimeout(timer);
    removeEventListener('online', retry);
    void again(failures + 1);
  };
  const wait = Math.min(longestWaitMs, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
  const timer = setTimeout(retry, wait);
  addEventListener('online', retry);
  root.render(<FailureScreen title="OU LA LA" sentence={words.unreachable} way={{ label: words.retry, onPress: retry }} />);
}
