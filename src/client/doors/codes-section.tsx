import { useQuery } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import type { MadeCode } from '#shared/codes';
import screen from '#client/accounts/edit-profile-screen.module.css';
import { List, ListRow } from '#client/accounts/list.tsx';
import { Section } from '#client/accounts/section.tsx';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useLazyDialog } from '#client/ui/lazy-dialog.ts';
import { Loaded } from '#client/ui/loaded.tsx';
import { useEndCode, codesQuery } from './code-queries.ts';
import { codesMessages as texts } from './codes-messages.fr.ts';

/** 'Codes et autocollants': the addresses that the person made, and what a press behind each does. */
export function CodesSection() {
  const codes = useQuery(codesQuery);
  const { data: boards = [] } = useQuery(boardsQuery);
  const making = useLazyDialog(loadFormDialog);
  const printing = useLazyDialog(async () => (await import('./sticker-sheet.tsx')).StickerSheet);
  const printable = codes.data?.filter(({ does }) => does !== null) ?? [];
  return (
    <Section title={texts.title} icon={QrCode} count={codes.data?.length}>
      <p>{texts.lead}</p>
      <Loaded query={codes} texts={texts}>
        {(list) => <List of={list}>{(code) => <Code code={code} />}</List>}
      </Loaded>
      {boards.length > 0 ? (
        <div className={screen.buttons}>
          {printable.length > 1 ? (
            <Button kind="ghost" aria-label={texts.printAllOf} onClick={printing.open}>
              {texts.printAll}
            </Button>
          ) : null}
          <Button onClick={making.open}>{texts.make}</Button>
        </div>
      ) : null}
      {making.Dialog ? <making.Dialog open={making.isOpen} onClose={making.close} code={null} /> : null}
      {printing.Dialog && printing.isOpen ? <printing.Dialog codes={printable} onDone={printing.close} /> : null}
    </Section>
  );
}

function Code({ code }: { code: MadeCode }) {
  const { id, name, board, does, usedOn } = code;
  const showing = useLazyDialog(async () => (await import('./code-dialog.tsx')).CodeDialog);
  const changing = useLazyDialog(loadFormDialog);
  const [isEnding, setEnding] = useState(false);
  const end = useEndCode();
  const emoji = does?.kind === 'nudge' ? does.avatar : does?.emoji;
  return (
    <ListRow
      picture={emoji ?? board.icon}
      name={name}
      lines={
        <>
          <span>{does ? sayingOf(does) : texts.doesNothing}</span>
          <span>{board.title}</span>
          <span>{usedOn === null ? texts.unused : texts.used({ day: new Date(`${usedOn}T12:00`).getTime() })}</span>
        </>
      }
    >
      <div className={screen.buttons}>
        {does ? (
          <IconButton kind="solid" size="lg" label={texts.showOf({ name })} icon={<QrCode aria-hidden="true" />} onClick={showing.open} />
        ) : null}
        <Button aria-label={texts.changeOf({ name })} onClick={changing.open}>
          {texts.change}
        </Button>
        <Button kind="ghost" aria-label={texts.endOf({ name })} onClick={() => setEnding(true)}>
          {texts.end}
        </Button>
      </div>
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
    </ListRow>
  );
}

const loadFormDialog = async () => (await import('./code-form-dialog.tsx')).CodeFormDialog;

function sayingOf(does: NonNullable<MadeCode['does']>): string {
  return does.kind === 'nudge' ? texts.nudge({ name: does.username }) : texts.log(does);
}
