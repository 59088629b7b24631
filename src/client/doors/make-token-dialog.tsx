import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { BoardId } from '#shared/ids';
import { refusals } from '#shared/refusals';
import { tokenLimits, tokenLives, type TokenLife, tokenRights, type TokenRight } from '#shared/token-rules';
import { BoardChecks } from '#client/activities/board-checks.tsx';
import { Refused } from '#client/api/api.ts';
import { boardsQuery } from '#client/boards/board-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useMakeToken } from './token-commands.ts';
import { tokenMessages } from './token-messages.fr.ts';

const { making: texts, rights: rightTexts, shown } = tokenMessages;

interface MakeTokenDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks what a new token may do, and shows it: once, until the dialog is closed. */
export function MakeTokenDialog({ open, onClose }: MakeTokenDialogProps) {
  const form = useId();
  // Each opening begins anew, and nothing of the last one is left.
  const [opening, setOpening] = useState(0);
  const make = useMakeToken();
  const secret = make.data?.secret;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        make.reset();
        setOpening(opening + 1);
      }}
      locked={make.isPending}
      title={secret === undefined ? texts.title : shown.title}
      footer={
        secret === undefined ? (
          <Button kind="primary" type="submit" form={form} pending={make.isPending}>
            {texts.submit}
          </Button>
        ) : (
          <Button onClick={onClose}>{shown.done}</Button>
        )
      }
    >
      {secret === undefined ? (
        <TokenForm key={opening} id={form} make={make} />
      ) : (
        <Stack>
          <ShareAddress url={secret} label={shown.label} hint={shown.text} start={<KeyRound aria-hidden="true" />} texts={shown} />
        </Stack>
      )}
    </Dialog>
  );
}

function TokenForm({ id, make }: { id: string; make: ReturnType<typeof useMakeToken> }) {
  const { data: boards = [] } = useQuery(boardsQuery);
  const [name, setName] = useState('');
  const [rights, setRights] = useState<TokenRight>('read');
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [lasts, setLasts] = useState<TokenLife>('year');
  const code = make.error instanceof Refused ? make.error.code : undefined;
  const nameError = code === 'token_name_required' || code === 'token_name_too_long' ? refusals[code][1] : null;
  const otherError = make.error && nameError === null ? (make.error instanceof Refused ? make.error.sentence : texts.failed) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate({ name, rights, lasts, boards: which === 'all' ? null : ([...checked] as BoardId[]) });
  }

  return (
    <form id={id} noValidate onSubmit={submit}>
      <Stack>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          error={nameError}
          value={name}
          maxLength={tokenLimits.nameMax}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Choice label={texts.rights}>
          <Segmented
            legend={texts.rights}
            options={tokenRights.map((value) => ({ value, label: rightTexts[value] }))}
            value={rights}
            onChoose={setRights}
          />
        </Choice>
        <Choice label={texts.boards}>
          <Segmented
            legend={texts.boards}
            options={(['all', 'some'] as const).map((value) => ({ value, label: texts.whichBoards[value] }))}
            value={which}
            onChoose={setWhich}
          />
        </Choice>
        {which === 'some' ? (
          // In the dialog of the round plus button it has a place in a grid by name, which here is none.
          <div>
            <BoardChecks
              boards={boards}
              action={undefined}
              checked={checked}
              onCheck={(boardId, isChecked) => {
                const next = new Set(checked);
                if (isChecked) next.add(boardId);
                else next.delete(boardId);
                setChecked(next);
              }}
            />
          </div>
        ) : null}
        <Choice label={texts.lasts}>
          <Segmented
            legend={texts.lasts}
            options={tokenLives.map((value) => ({ value, label: texts.lives[value] }))}
            value={lasts}
            onChoose={setLasts}
          />
        </Choice>
        <ErrorBanner>{otherError}</ErrorBanner>
      </Stack>
    </form>
  );
}

/** The legend of a choice, for who sees it. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden="true" className="label">
        {label}
      </p>
      {children}
    </div>
  );
}
