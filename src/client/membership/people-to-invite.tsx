import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { PublicProfile } from '#shared/accounts';
import { boardLimits } from '#shared/board-limits';
import { useMe } from '#client/session/session-queries.ts';
import { api, Refused, sentenceOf } from '#client/api/api.ts';
import { queryKeys } from '#client/api/query-keys.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { createBoardMessages as texts } from '#client/boards/create-board-messages.fr.ts';
import styles from './people-to-invite.module.css';

interface PeopleToInviteProps {
  invited: readonly PublicProfile[];
  onInvited: (invited: readonly PublicProfile[]) => void;
  /** The text in the field. */
  typed: string;
  onTyped: (typed: string) => void;
}

/** People for a board to be, added one by one; each name is looked up while it is typed. */
export function PeopleToInvite({ invited, onInvited, typed, onTyped }: PeopleToInviteProps) {
  const me = useMe();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState(false);

  const name = typed.trim();
  const settled = useSettled(name);
  const lookUp = useQuery({ ...userQuery(name), enabled: name !== '' && settled === name, retryOnMount: false });
  const found = name === '' ? undefined : lookUp.data;
  const problem = name === '' ? null : found ? problemWith(found.username) : lookUp.error ? failureOf(lookUp.error) : problemWith(name);

  function problemWith(username: string): string | null {
    if (username === me.username) return texts.yourself;
    if (invited.some((person) => person.username === username)) return texts.alreadyInvited;
    return invited.length >= boardLimits.invitedAtCreation ? texts.tooManyInvited : null;
  }

  async function add() {
    field.current?.focus();
    if (name === '' || adding) return;
    setAdding(true);
    try {
      const person = await client.fetchQuery({ ...userQuery(name), retry: false });
      if (problemWith(person.username) !== null) return;
      onInvited([...invited, person]);
      onTyped('');
    } catch {
      // Shown beside the field: the look-up is the one that is watched there.
    } finally {
      setAdding(false);
    }
  }

  function addByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The form around must not be sent.
    event.preventDefault();
    void add();
  }

  function remove(username: string) {
    onInvited(invited.filter((person) => person.username !== username));
    // The field may be out of sight.
    passFocusOn([field.current], {});
  }

  return (
    <fieldset>
      <legend className={styles.legend}>{texts.invited}</legend>
      <Stack gap={2}>
        <TextField
          ref={field}
          label={texts.invitedUsername}
          hint={texts.invitedHint}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          onKeyDown={addByEnter}
          end={
            <Button pending={adding} className={styles.add} onClick={() => void add()}>
              {texts.addInvited}
            </Button>
          }
        />
        <div role="status" className={styles.lookUp}>
          {found && problem === null ? (
            <Row as="p" gap={3}>
              <Avatar emoji={found.avatar} size="sm" />
              {texts.foundUsername({ name: found.username })}
              <Check aria-hidden="true" className={styles.check} />
            </Row>
          ) : lookUp.isFetching ? (
            <p>{texts.checkingUsername}</p>
          ) : null}
        </div>
        {invited.length > 0 ? (
          <Row as="ul" gap={2} aria-label={texts.invited}>
            {invited.map(({ username, avatar }) => (
              <Row as="li" gap={2} wraps={false} key={username} className={styles.person}>
                <span aria-hidden="true" className={styles.emoji}>
                  {avatar}
                </span>
                <span>{username}</span>
                <IconButton
                  label={texts.removeInvited({ name: username })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => remove(username)}
                />
              </Row>
            ))}
          </Row>
        ) : null}
      </Stack>
    </fieldset>
  );
}

/** Whether a typed name is somebody's: the profile, or `Refused` with `user_not_found`. */
const userQuery = (username: string) =>
  queryOptions({
    queryKey: queryKeys.user(username),
    queryFn: ({ signal }) => api('GET /api/users/:username', { params: { username }, signal }),
  });

function failureOf(error: Error): string {
  return error instanceof Refused && error.code === 'user_not_found' ? texts.unknownUsername : sentenceOf(error);
}

/** Milliseconds without a key: a name half typed is nobody's yet. */
const pause = 450;

/** The value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
