import { useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import type { OwnPasskeys, Passkey } from '#shared/passkeys';
import { Refused } from '#client/api/api.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { fullDate, machineDate } from '#client/ui/format.fr.ts';
import { Loaded } from '#client/ui/loaded.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import styles from './device-list.module.css';
import screen from './edit-profile-screen.module.css';
import { ListRow } from './list.tsx';
import { useRemovePasskey, useRenamePasskey } from './passkey-commands.ts';
import { securityMessages as texts } from './passkey-messages.fr.ts';
import { ownPasskeysQuery, passkeyAbilitiesQuery } from './passkey-queries.ts';
import { Section } from './section.tsx';

/** 'Connexion et sécurité': the person's passkeys, where this server has any at all. */
export function SecuritySection() {
  const query = useQuery(ownPasskeysQuery);
  if (query.data === null) return null;
  return (
    <Section title={texts.title} icon={ShieldCheck} count={query.data?.passkeys.length}>
      <p className={styles.alone}>{texts.lead}</p>
      <Loaded query={query} texts={texts}>
        {(own) => own && <Passkeys own={own} />}
      </Loaded>
    </Section>
  );
}

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };

function Passkeys({ own }: { own: OwnPasskeys }) {
  const { data: can } = useQuery(passkeyAbilitiesQuery);
  const [isOpen, setOpen] = useState(false);
  const [doing, setDoing] = useState<Doing | null>(null);
  const open = (chosen: Doing) => {
    setDoing(chosen);
    setOpen(true);
  };
  const dialog = { open: isOpen, onClose: () => setOpen(false) };
  return (
    <>
      <ul aria-label={texts.passkeys} className={styles.devices}>
        {own.passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            passkey={passkey}
            onRename={() => open({ what: 'rename', passkey })}
            onRemove={() => open({ what: 'remove', passkey })}
          />
        ))}
      </ul>
      {can?.has === true ? (
        <div className={screen.buttons}>
          <Button onClick={() => open({ what: 'add' })}>{texts.add}</Button>
        </div>
      ) : null}
      {can?.has === false ? <p className={styles.alone}>{texts.noAddress}</p> : null}
      {doing?.what === 'add' ? <AddPasskeyDialog own={own} {...dialog} /> : null}
      {doing?.what === 'rename' ? <RenameDialog key={doing.passkey.id} passkey={doing.passkey} {...dialog} /> : null}
      {doing?.what === 'remove' ? <RemoveDialog key={doing.passkey.id} passkey={doing.passkey} {...dialog} /> : null}
    </>
  );
}

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function Row({ passkey: { name, rpId, isOfHere, isSynced, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  const datesId = useId();
  return (
    <ListRow
      picture={<KeyRound />}
      name={name}
      badge={isSynced ? texts.synced : null}
      linesId={datesId}
      lines={
        <>
          {isOfHere ? null : <span>{texts.foreign({ host: rpId })}</span>}
          <time dateTime={machineDate(createdAt)}>{texts.since({ time: createdAt })}</time>
          {lastUsedAt === null ? (
            <span>{texts.never}</span>
          ) : (
            <time dateTime={machineDate(lastUsedAt)} title={fullDate(lastUsedAt)}>
              {texts.used({ time: lastUsedAt })}
            </time>
          )}
        </>
      }
    >
      <div className={screen.buttons}>
        <Button kind="ghost" aria-label={texts.renameNamed({ name })} aria-describedby={datesId} onClick={onRename}>
          {texts.rename}
        </Button>
        <Button aria-label={texts.removeNamed({ name })} aria-describedby={datesId} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </ListRow>
  );
}

interface AboutPasskey {
  passkey: Passkey;
  open: boolean;
  onClose: () => void;
}

function RenameDialog({ passkey, open, onClose }: AboutPasskey) {
  const { show } = useToasts();
  const rename = useRenamePasskey();
  const [name, setName] = useState(passkey.name);
  function save() {
    if (name.trim() === passkey.name) return onClose();
    rename.mutate(
      { passkeyId: passkey.id, name },
      {
        onSuccess: () => {
          show({ kind: 'success', message: texts.renamed });
          onClose();
        },
      },
    );
  }
  return (
    <ConfirmDialog
      open={open}
      onCancel={onClose}
      onConfirm={save}
      title={texts.renaming.title}
      confirmLabel={texts.renaming.save}
      pending={rename.isPending}
    >
      <form
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={texts.renaming.name}
          name="name"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={rename.error === null ? null : sentenceOf(rename.error)}
          autoComplete="off"
          enterKeyHint="done"
          aria-required="true"
        />
      </form>
    </ConfirmDialog>
  );
}

function RemoveDialog({ passkey: { id, name }, open, onClose }: AboutPasskey) {
  const { show } = useToasts();
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      open={open}
      onCancel={onClose}
      onClosed={remove.reset}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            show({ kind: 'success', message: texts.removed({ name }) });
            onClose();
          },
        })
      }
      title={texts.removing.title}
      text={texts.removing.text({ name })}
      confirmLabel={texts.removing.confirm}
      pending={remove.isPending}
      error={remove.error === null ? null : sentenceOf(remove.error)}
      danger
    />
  );
}

function sentenceOf(failure: Error): string {
  return failure instanceof Refused ? failure.sentence : texts.failed;
}
