import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { DeletionPreview } from '#shared/accounts';
import type { UsedPasskey } from '#shared/passkeys';
import { ownPasskeysQuery, useCanProve } from '#client/accounts/passkey-queries.ts';
import { PasskeyProof } from '#client/accounts/passkey-proof.tsx';
import { ProofFields } from '#client/accounts/proof-fields.tsx';
import { Refused } from '#client/api/api.ts';
import { useMe } from '#client/session/session-queries.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { privacyMessages } from './privacy-messages.fr.ts';
import styles from './delete-account-dialog.module.css';
import { useDeleteAccount } from './privacy-commands.ts';
import { deletionQuery } from './privacy-queries.ts';

const texts = privacyMessages.deleteAccount;

type Board = DeletionPreview['boards'][number];

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks before the account is deleted: for the password, and what becomes of the boards that it administers (decision D7). */
export function DeleteAccountDialog({ open, onClose }: DeleteAccountDialogProps) {
  const preview = useQuery({ ...deletionQuery, enabled: open });
  const deletion = useDeleteAccount();
  const [password, setPassword] = useState('');
  const [proofFailed, setProofFailed] = useState<string | null>(null);
  /** The heir of each board, by the board's id; '' for none. */
  const [heirs, setHeirs] = useState<Record<string, string>>({});
  const field = useRef<HTMLInputElement>(null);
  const boards = preview.data?.boards;
  // A guest has nothing to prove it by: the session is all there is of them.
  const { isGuest } = useMe();
  const hasNone = useQuery({ ...ownPasskeysQuery, enabled: open && !isGuest }).data?.hasPassword === false;
  const canProve = useCanProve();
  const { atField, sentence } = failureOf(deletion.error);

  useEffect(() => {
    if (atField === null) return;
    field.current?.focus();
    // With the sentence under it.
    field.current?.scrollIntoView({ block: 'center' });
  }, [atField]);

  function forget(): void {
    deletion.reset();
    setPassword('');
    setProofFailed(null);
    setHeirs({});
  }

  function confirm(passkey?: UsedPasskey): void {
    // The boards are the ones on the screen: when they have changed since, the server refuses.
    if (!open || !boards) return;
    setProofFailed(null);
    const handOvers = boards.flatMap(({ id, members }) =>
      members.filter(({ userId }) => userId === heirs[id]).map(({ userId }) => ({ boardId: id, userId })),
    );
    deletion.mutate(
      { ...(passkey ? { passkey } : isGuest ? {} : { password }), handOvers, boards: boards.map(({ id }) => id) },
      {
        onError: (error) => {
          if (isAboutBoards(error)) void preview.refetch();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open={open}
      onCancel={onClose}
      onClosed={forget}
      onConfirm={() => confirm()}
      title={texts.title}
      text={texts.question}
      confirmLabel={deletion.isPending ? texts.confirming : texts.confirm}
      confirmDisabled={!boards || hasNone}
      cancelLabel={texts.cancel}
      pending={deletion.isPending}
      error={sentence ?? proofFailed}
      danger
    >
      {boards ? (
        <form
          noValidate
          method="post"
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            confirm();
          }}
        >
          {boards.length > 0 ? (
            <Stack as="section" gap={3} className={styles.boards}>
              <h3 className={styles.heading}>{texts.boards({ count: boards.length })}</h3>
              <Stack as="ul" gap={3}>
                {boards.map((board) => (
                  <EndingBoard
                    key={board.id}
                    board={board}
                    heir={heirs[board.id] ?? ''}
                    onChoose={(userId) => setHeirs((before) => ({ ...before, [board.id]: userId }))}
                  />
                ))}
              </Stack>
            </Stack>
          ) : null}
          {isGuest ? null : (
            <ProofFields
              hasPassword={!hasNone}
              label={texts.password}
              password={password}
              error={atField}
              field={field}
              onType={(typed) => {
                setPassword(typed);
                if (atField !== null) deletion.reset();
              }}
            >
              {hasNone && canProve === false ? <p>{texts.passwordFirst}</p> : null}
              <PasskeyProof pending={deletion.isPending} onProved={confirm} onFailed={setProofFailed} />
            </ProofFields>
          )}
          {/* Enter in the field presses it. */}
          <input type="submit" value={texts.confirm} hidden />
        </form>
      ) : preview.isError ? (
        <ErrorBanner onRetry={preview.refetch}>{texts.loadFailed}</ErrorBanner>
      ) : (
        <Skeleton label={texts.loading} count={2} />
      )}
    </ConfirmDialog>
  );
}

interface EndingBoardProps {
  board: Board;
  heir: string;
  onChoose: (userId: string) => void;
}

/** A board that ends with the account, unless another member takes it. */
function EndingBoard({ board: { title, icon, theme, members }, heir, onChoose }: EndingBoardProps) {
  return (
    <Stack as="li" gap={3} className={styles.board} data-board-theme={theme}>
      <Row as="p" gap={3} wraps={false} className={styles.title}>
        <span aria-hidden="true" className={styles.icon}>
          {icon}
        </span>
        {title}
      </Row>
      {members.length > 0 ? (
        <SelectField
          label={texts.handOver({ board: title })}
          value={members.some(({ userId }) => userId === heir) ? heir : ''}
          onChoose={onChoose}
        >
          <option value="">{texts.keepNobody}</option>
          {members.map(({ userId, username }) => (
            <option key={userId} value={userId}>
              {username}
            </option>
          ))}
        </SelectField>
      ) : null}
    </Stack>
  );
}

function failureOf(error: Error | null): { atField: string | null; sentence: string | null } {
  if (error === null) return { atField: null, sentence: null };
  if (isAboutPassword(error)) return { atField: error.sentence, sentence: null };
  const isKnown = isAboutBoards(error) || (error instanceof Refused && /^(too_many_attempts|passkey_refused)$/.test(error.code));
  return { atField: null, sentence: isKnown ? error.sentence : texts.failed };
}

function isAboutPassword(error: Error): error is Refused {
  return error instanceof Refused && (error.code === 'wrong_password' || error.code === 'password_required');
}

/** Whether the refusal means that the shown boards are outdated and must be read again. */
function isAboutBoards(error: Error): error is Refused {
  return error instanceof Refused && /^(boards_changed|board_not_found|member_not_found)$/.test(error.code);
}
