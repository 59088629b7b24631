import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { sessionOf } from '#client/session/session-queries.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Page } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Ring } from '#client/ui/ring.tsx';
import { isOver, wallQuery } from './wall-queries.ts';
import styles from './wall.module.css';
import { wallMessages as texts } from './wall-messages.fr.ts';
import { WallBoard } from './wall-board.tsx';
import { WallStart } from './wall-start.tsx';

/** `/mur/{board}`: the board on the wall, where this browser is one; else what makes it one, for whoever is signed in. */
export function WallScreen() {
  const { boardId } = useParams({ from: '/mur/$boardId' });
  const me = sessionOf(useQueryClient());
  const { data, error } = useQuery(wallQuery);
  if (isOver(error)) return me ? <WallStart boardId={boardId} me={me} /> : <Over />;
  if (data) return <WallBoard wall={data} />;
  return (
    <Page className={styles.alone}>
      <p role="status">{error ? texts.lost : texts.loading}</p>
      <Ring />
    </Page>
  );
}

function Over() {
  return (
    <Page isReading className={styles.alone}>
      <main id="contenu" className={screen.card}>
        <PageTitle>{texts.over.title}</PageTitle>
        <p>{texts.over.text}</p>
        {/* Whoever comes next starts from the beginning. */}
        <a href="/" className={buttonClass({ kind: 'primary', size: 'lg' })}>
          {texts.over.out}
        </a>
      </main>
    </Page>
  );
}
