import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Row, Stack, Tiles } from '#client/ui/layout/layout.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { doorsMessages as texts } from './doors-messages.fr.ts';
import styles from './doors-screen.module.css';

/** 'Ouvrir des portes': the ways into the person's boards from outside of the app, each a section of its own, what most people want first. */
export function DoorsScreen() {
  const { data: boards } = useQuery(boardsQuery);
  return (
    <Stack>
      <PageTitle subtitle={texts.lead}>{texts.title}</PageTitle>
      <Row>
        <Link to="/edit-profile" className={screen.guide}>
          {texts.back}
        </Link>
        {boards?.length === 0 ? (
          <Link to="/create-board" className={buttonClass({ kind: 'primary' })}>
            {texts.noBoard}
          </Link>
        ) : null}
      </Row>
      <Tiles className={styles.doors}>
        {/* The two of a column come together: the upper one, if it came later, would push the other down. */}
        <div className={screen.column}>
          <Suspense>
            <CodesSection />
            <WallsSection />
          </Suspense>
        </div>
        <div className={screen.column}>
          <Suspense>
            <TokensSection />
            <WebhooksSection />
          </Suspense>
        </div>
      </Tiles>
    </Stack>
  );
}

const CodesSection = lazyPart(async () => (await import('./codes-section.tsx')).CodesSection);
const WallsSection = lazyPart(async () => (await import('./walls-section.tsx')).WallsSection);
const TokensSection = lazyPart(async () => (await import('./tokens-section.tsx')).TokensSection);
const WebhooksSection = lazyPart(async () => (await import('./webhooks-section.tsx')).WebhooksSection);
