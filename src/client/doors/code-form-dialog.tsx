import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { codeLimits } from '#shared/code-limits';
import type { MadeCode } from '#shared/codes';
import type { ActionId, BoardId, UserId } from '#shared/ids';
import { boardQuery, boardsQuery } from '#client/boards/board-queries.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useSaveCode } from './code-queries.ts';
import { codesMessages } from './codes-messages.fr.ts';

const texts = codesMessages.form;

interface CodeFormDialogProps {
  /** The code that is pointed elsewhere; null for a new one. */
  code: MadeCode | null;
  open: boolean;
  onClose: () => void;
}

type Target = { actionId: ActionId } | { userId: UserId };

/** Makes a code, or changes what one is called and does. */
export function CodeFormDialog({ code, open, onClose }: CodeFormDialogProps) {
  const form = useId();
  const { data: boards = [] } = useQuery(boardsQuery);
  const [draft, setDraft] = useState(() => draftOf(code));
  const boardId = draft.boardId ?? boards[0]?.id;
  const save = useSaveCode(code?.id ?? null);
  const { data: opened, isError } = useQuery({ ...boardQuery(boardId as BoardId), enabled: open && boardId !== undefined });
  const targets = [
    ...(opened?.actions ?? []).map(({ id, title, points, emoji }) => ({
      value: `log ${id}`,
      group: texts.logs,
      label: `${emoji ?? ''} ${codesMessages.log({ title, points })}`.trim(),
      name: title,
      target: { actionId: id } as Target,
    })),
    ...(opened?.members ?? []).map(({ userId, username, avatar }) => ({
      value: `nudge ${userId}`,
      group: texts.nudges,
      label: `${avatar} ${codesMessages.nudge({ name: username })}`,
      name: codesMessages.nudge({ name: username }),
      target: { userId } as Target,
    })),
  ];
  const chosen = targets.find(({ value }) => value === draft.does);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!chosen || boardId === undefined) return;
    const name = draft.name.trim() || Array.from(chosen.name).slice(0, codeLimits.nameMax).join('');
    save.mutate({ name, boardId, ...chosen.target }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        save.reset();
        setDraft(draftOf(code));
      }}
      locked={save.isPending}
      title={code ? texts.changed : texts.made}
      description={code ? texts.changedText : undefined}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button kind="primary" type="submit" form={form} pending={save.isPending}>
            {code ? texts.save : texts.make}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Stack gap={4}>
          <SelectField
            label={texts.board}
            value={boardId ?? ''}
            onChoose={(id) => setDraft({ ...draft, boardId: id as BoardId, does: '' })}
          >
            {boards.map(({ id, title, icon }) => (
              <option key={id} value={id}>
                {icon} {title}
              </option>
            ))}
          </SelectField>
          <SelectField label={texts.does} required value={chosen?.value ?? ''} onChoose={(does) => setDraft({ ...draft, does })}>
            <option value="">{texts.choose}</option>
            {[texts.logs, texts.nudges].map((group) => (
              <optgroup key={group} label={group}>
                {targets
                  .filter((one) => one.group === group)
                  .map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </SelectField>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            maxLength={codeLimits.nameMax}
            autoComplete="off"
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
          <ErrorBanner>
            {save.isError ? (finalRefusal(save.error) ?? texts.failed) : isError && !opened ? texts.unreadable : null}
          </ErrorBanner>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Draft {
  name: string;
  boardId: BoardId | undefined;
  does: string;
}

function draftOf(code: MadeCode | null): Draft {
  if (!code) return { name: '', boardId: undefined, does: '' };
  const { name, board, does } = code;
  return { name, boardId: board.id, does: does ? (does.kind === 'log' ? `log ${does.id}` : `nudge ${does.userId}`) : '' };
}
