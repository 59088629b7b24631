import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#shared/accounts';
import type { BoardId } from '#shared/ids';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { sentenceOf } from '#client/api/api.ts';
import { boardQuery } from '#client/boards/board-queries.ts';
import { useOutbox } from '#client/sync/outbox/outbox.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/layout/layout.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { CodeField } from './code-field.tsx';
import { useOpenWall } from './wall-commands.ts';
import styles from './wall.module.css';
import { wallMessages } from './wall-messages.fr.ts';

const { start: texts } = wallMessages;

/** Asks what one may do at the wall, and by which code one leaves it; then this browser is the wall. */
export function WallStart({ boardId, me }: { boardId: BoardId; me: Account }) {
  const { data, isError } = useQuery(boardQuery(boardId));
  const [may, setMay] = useState<'reads' | 'logs'>('logs');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const waiting = useOutbox('pending').some(({ confirmedRevision }) => confirmedRevision === null);
  const open = useOpenWall({ boardId, myId: me.id });

  function begin() {
    const wrong = waiting ? texts.waits : /^\d{4}$/.test(code) ? undefined : wallMessages.codeInvalid;
    setFault(wrong);
    if (wrong === undefined) open.mutate({ logs: may === 'logs', code });
  }

  function type(typed: string) {
    setCode(typed);
    setFault(undefined);
  }

  return (
    <Page isReading className={styles.alone}>
      <main id="contenu" className={screen.card}>
        <PageTitle>{texts.title}</PageTitle>
        {isError ? <ErrorBanner>{texts.missing}</ErrorBanner> : null}
        {data ? (
          <form
            noValidate
            className={screen.form}
            onSubmit={(event) => {
              event.preventDefault();
              begin();
            }}
          >
            <p>{texts.lead({ board: data.board.title })}</p>
            <Segmented
              legend={texts.mayLog}
              options={[
                { value: 'logs', label: texts.logs },
                { value: 'reads', label: texts.reads },
              ]}
              value={may}
              onChoose={setMay}
            />
            <p className="hint">{may === 'logs' ? texts.logsHint : texts.readsHint}</p>
            <CodeField value={code} hint={texts.codeHint} error={fault} onChange={type} />
            <p className="hint">{texts.signedOut}</p>
            <ErrorBanner>{open.error && sentenceOf(open.error)}</ErrorBanner>
            <div className={screen.buttons}>
              <Button kind="primary" size="lg" type="submit" pending={open.isPending}>
                {texts.open}
              </Button>
            </div>
          </form>
        ) : null}
        <Link to="/board/$boardId" params={{ boardId }} className={screen.guide}>
          {texts.back}
        </Link>
      </main>
    </Page>
  );
}
