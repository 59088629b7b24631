import { useQuery } from '@tanstack/react-query';
import { Crown, Ellipsis, KeyRound, UserMinus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { canHandOver, canRemoveMember, isAdministrator } from '#shared/board-policy';
import type { Board, ToldMember } from '#shared/boards';
import type { Account } from '#shared/accounts';
import type { BoardId, UserId } from '#shared/ids';
import { boardGuestsQuery } from '#client/guests/board-guests.ts';
import { guestMessages } from '#client/guests/guest-messages.fr.ts';
import { ReEntryDialog } from '#client/guests/re-entry-dialog.tsx';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { useOnline } from '#client/sync/replica/presence.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Menu, type MenuItem } from '#client/ui/menu.tsx';
import { RowItem } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { useHandOver, useRemoveMember } from './board-commands.ts';
import { boardSettingsMessages } from './board-settings-messages.fr.ts';
import { boardMessages } from './boards-messages.fr.ts';
import styles from './board-settings.module.css';

const { members: texts, handOver: handOverTexts } = boardSettingsMessages;

interface MemberListProps {
  board: Board;
  members: readonly ToldMember[];
  me: Account;
}

/** The members of the board. The administrator can remove another member, hand the board over to one, or bring one back who plays without an email. */
export function MemberList({ board, members, me }: MemberListProps) {
  const id = useId();
  const [returning, setReturning] = useAsked<ToldMember>();
  const { data: guests = [] } = useQuery({ ...boardGuestsQuery(board.id), enabled: isAdministrator(me, board) });
  const guestOf = (userId: UserId) => guests.find((guest) => guest.userId === userId);
  const [removing, setRemoving] = useAsked<ToldMember>();
  const [promoting, setPromoting] = useAsked<ToldMember>();
  const section = useRef<HTMLElement>(null);

  // The button that asked goes with the member, or with the right.
  useFocusAfterRemoval(members.length + Number(isAdministrator(me, board)), section);

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id}>
      <Stack gap={3}>
        <Row as="header" gap={2} justify="apart">
          <h3 id={id}>{texts.title}</h3>
          <p className={styles.you}>{texts.count({ count: members.length })}</p>
        </Row>
        <Stack as="ul" gap={1} className={styles.members}>
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              {...{ board, member, me }}
              isGuest={guestOf(member.userId) !== undefined}
              onReturn={() => setReturning(member)}
              onRemove={() => setRemoving(member)}
              onHandOver={() => setPromoting(member)}
            />
          ))}
        </Stack>
      </Stack>
      <RemoveMember boardId={board.id} asked={removing} onDone={() => setRemoving(null)} />
      <HandOver boardId={board.id} asked={promoting} onDone={() => setPromoting(null)} />
      {returning.about ? (
        <ReEntryDialog
          boardId={board.id}
          member={returning.about}
          waitsUntil={guestOf(returning.about.userId)?.returnLinkUntil ?? null}
          open={returning.isOpen}
          onClose={() => setReturning(null)}
        />
      ) : null}
    </section>
  );
}

interface MemberRowProps {
  board: Board;
  member: ToldMember;
  me: Account;
  isGuest: boolean;
  onRemove: () => void;
  onHandOver: () => void;
  onReturn: () => void;
}

function MemberRow({ board, member: { userId, username, avatar }, me, isGuest, onRemove, onHandOver, onReturn }: MemberRowProps) {
  const person = { id: userId };
  const isOnline = useOnline(userId) && userId !== me.id;
  const items: MenuItem[] = [];
  if (isGuest)
    items.push({ label: guestMessages.reEntry.action({ name: username }), icon: <KeyRound aria-hidden="true" />, onSelect: onReturn });
  // A guest may lose the game with the phone, so no board is handed to them.
  else if (canHandOver(me, person, board))
    items.push({ label: handOverTexts.action({ name: username }), icon: <Crown aria-hidden="true" />, onSelect: onHandOver });
  if (canRemoveMember(me, person, board))
    items.push({ label: texts.remove({ name: username }), icon: <UserMinus aria-hidden="true" />, onSelect: onRemove, danger: true });
  return (
    <RowItem
      face={<Avatar emoji={avatar} presence={isOnline ? boardMessages.online : undefined} />}
      words={
        <>
          <Row as="p" gap={2}>
            <span className={styles.name}>{username}</span>
            {userId === me.id ? <span className={styles.you}>{texts.you}</span> : null}
            {isAdministrator(person, board) ? <span className="badge">{texts.administrator}</span> : null}
          </Row>
          {/* It comes later than its row, which is as high without it. */}
          {isGuest ? <p className={styles.mark}>{guestMessages.badge}</p> : null}
        </>
      }
      number={
        items.length > 0 ? (
          <Menu label={texts.manage({ name: username })} items={items}>
            {(trigger) => <IconButton {...trigger} label={texts.manage({ name: username })} icon={<Ellipsis aria-hidden="true" />} />}
          </Menu>
        ) : undefined
      }
    />
  );
}

interface AskedAbout {
  boardId: BoardId;
  asked: Asked<ToldMember>;
  onDone: () => void;
}

function RemoveMember({ asked, ...rest }: AskedAbout) {
  const remove = useRemoveMember(rest.boardId);
  const name = asked.about?.username ?? '';
  return (
    <AskAbout
      {...{ ...rest, asked }}
      command={remove}
      title={texts.removeTitle({ name })}
      text={texts.removeText}
      confirm={texts.removeConfirm}
      failed={texts.removeFailed({ name })}
      done={texts.removed({ name })}
    />
  );
}

function HandOver({ asked, ...rest }: AskedAbout) {
  const handOver = useHandOver(rest.boardId);
  const name = asked.about?.username ?? '';
  return (
    <AskAbout
      {...{ ...rest, asked }}
      command={handOver}
      title={handOverTexts.confirmTitle({ name })}
      text={handOverTexts.text({ name })}
      confirm={handOverTexts.confirm}
      failed={handOverTexts.failed}
      done={handOverTexts.done({ name })}
    />
  );
}

interface AskAboutProps extends Omit<AskedAbout, 'boardId'> {
  command: ReturnType<typeof useRemoveMember> | ReturnType<typeof useHandOver>;
  title: string;
  text: string;
  confirm: string;
  failed: string;
  done: string;
}

/** Asks before a member is removed or gets the board. */
function AskAbout({ asked: { about, isOpen }, onDone, command, title, text, confirm, failed, done }: AskAboutProps) {
  const { show } = useToasts();
  function onSuccess() {
    onDone();
    show({ kind: 'success', message: done });
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onCancel={onDone}
      onClosed={command.reset}
      onConfirm={() => {
        if (about && isOpen) command.mutate(about.userId, { onSuccess });
      }}
      title={title}
      text={text}
      confirmLabel={command.isError ? words.retry : confirm}
      pending={command.isPending}
      error={command.error && (finalRefusal(command.error) ?? failed)}
      danger
    />
  );
}

interface Asked<T> {
  /** Stays set while the question closes. */
  about: T | null;
  isOpen: boolean;
}

function useAsked<T>(): [asked: Asked<T>, ask: (about: T | null) => void] {
  const [asked, setAsked] = useState<Asked<T>>({ about: null, isOpen: false });
  return [asked, (about) => setAsked((before) => ({ about: about ?? before.about, isOpen: about !== null }))];
}
