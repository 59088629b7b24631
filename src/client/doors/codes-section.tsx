import { useQuery } from '@tanstack/react-query';
import { Printer, QrCode as QrCodeIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { MadeCode } from '#shared/codes';
import list from '#client/accounts/device-list.module.css';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Row } from '#client/ui/layout/layout.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useEndCode, codesQuery } from './code-queries.ts';
import { codesMessages as texts } from './codes-messages.fr.ts';

/** 'Codes et autocollants': the addresses that the person made, and what a press behind each does. */
export function CodesSection() {
  const id = useId();
  const codes = useQuery(codesQuery);
  const { data: boards } = useQuery(boardsQuery);
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(codes.data?.length ?? 0, section);
  const making = useLazyDialog(async () => (await import('./code-form-dialog.tsx')).CodeFormDialog);
  const printing = useLazyDialog(async () => (await import('./sticker-sheet.tsx')).StickerSheet);
  const printable = codes.data?.filter(({ does }) => does !== null) ?? [];

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={screen.card}>
      <h2 id={id}>
        <QrCodeIcon aria-hidden="true" />
        {texts.title}
      </h2>
      <p>{texts.lead}</p>
      {codes.data ? (
        <ul className={list.devices}>
          {codes.data.map((code) => (
            <Code key={code.id} code={code} />
          ))}
        </ul>
      ) : codes.isError ? (
        <ErrorBanner onRetry={codes.refetch} isRetrying={codes.isFetching}>
          {texts.loadFailed}
        </ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} count={1} />
      )}
      {boards?.length === 0 ? <p>{texts.noBoard}</p> : null}
      <div className={screen.buttons}>
        {printable.length > 1 ? (
          <Button icon={<Printer aria-hidden="true" />} onClick={printing.open}>
            {texts.printAll}
          </Button>
        ) : null}
        {boards && boards.length > 0 && codes.data ? (
          <Button kind="primary" onClick={making.open}>
            {texts.make}
          </Button>
        ) : null}
      </div>
      {making.Dialog ? <making.Dialog open={making.isOpen} onClose={making.close} code={null} /> : null}
      {printing.Dialog && printing.isOpen ? <printing.Dialog codes={printable} onDone={printing.close} /> : null}
    </section>
  );
}

function Code({ code }: { code: MadeCode }) {
  const { id, name, board, does, usedOn } = code;
  const showing = useLazyDialog(async () => (await import('./code-dialog.tsx')).CodeDialog);
  const changing = useLazyDialog(async () => (await import('./code-form-dialog.tsx')).CodeFormDialog);
  const [isEnding, setEnding] = useState(false);
  const end = useEndCode();
  const emoji = does?.kind === 'nudge' ? does.avatar : does?.emoji;
  return (
    <li className={list.device}>
      <span aria-hidden="true" className={list.picture}>
        {emoji ?? board.icon}
      </span>
      <div className={list.what}>
        <p className={list.name}>{name}</p>
        <p className={list.dates}>
          <span>{does ? sayingOf(does) : texts.doesNothing}</span>
          <span>{board.title}</span>
          <span>{usedOn === null ? texts.unused : texts.used({ day: new Date(`${usedOn}T12:00`).getTime() })}</span>
        </p>
      </div>
      <Row gap={2}>
        {does ? (
          <Button aria-label={texts.showOf({ name })} onClick={showing.open}>
            {texts.show}
          </Button>
        ) : null}
        <Button aria-label={texts.changeOf({ name })} onClick={changing.open}>
          {texts.change}
        </Button>
        <Button kind="ghost" aria-label={texts.endOf({ name })} onClick={() => setEnding(true)}>
          {texts.end}
        </Button>
      </Row>
      {showing.Dialog ? <showing.Dialog open={showing.isOpen} onClose={showing.close} code={code} /> : null}
      {changing.Dialog ? <changing.Dialog open={changing.isOpen} onClose={changing.close} code={code} /> : null}
      <ConfirmDialog
        open={isEnding}
        danger
        title={texts.ending.title({ name })}
        text={texts.ending.text}
        confirmLabel={texts.end}
        pending={end.isPending}
        error={end.isError ? texts.ending.failed : null}
        onCancel={() => setEnding(false)}
        onConfirm={() => end.mutate(id)}
      />
    </li>
  );
}

function sayingOf(does: NonNullable<MadeCode['does']>): string {
  return does.kind === 'nudge' ? texts.nudge({ name: does.username }) : texts.log(does);
}
