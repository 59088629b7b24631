import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { doorsMessages as texts } from './doors-messages.fr.ts';

/** 'Ouvrir des portes': the ways into the person's boards from outside of the app, each a section of its own, what most people want first. */
export function DoorsScreen() {
  return (
    <div className={screen.column}>
      <PageTitle>{texts.title}</PageTitle>
      <p>{texts.lead}</p>
      <Link to="/edit-profile" className={screen.guide}>
        {texts.back}
      </Link>
      <Suspense>
        <CodesSection />
      </Suspense>
      <Suspense>
        <WallsSection />
      </Suspense>
      <Suspense>
        <TokensSection />
      </Suspense>
      <Suspense>
        <WebhooksSection />
      </Suspense>
    </div>
  );
}

const CodesSection = lazyPart(async () => (await import('./codes-section.tsx')).CodesSection);
const WallsSection = lazyPart(async () => (await import('./walls-section.tsx')).WallsSection);
const TokensSection = lazyPart(async () => (await import('./tokens-section.tsx')).TokensSection);
const WebhooksSection = lazyPart(async () => (await import('./webhooks-section.tsx')).WebhooksSection);
