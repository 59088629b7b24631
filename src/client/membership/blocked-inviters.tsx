import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useRef } from 'react';
import type { BlockedInviter } from '#shared/requests';
import { Avatar } from '#client/ui/avatar.tsx';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import dialog from '#client/ui/dialog.module.css';
import { useFocusAfterRemoval } from '#client/ui/focus-after-removal.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { RowItem } from '#client/ui/surface/surface.tsx';
import { useToasts } from '#client/ui/toasts.tsx';
import { useUnblockInviter } from './request-commands.ts';
import { blockedInvitersQuery } from './request-queries.ts';
import { blockedMessages as texts } from './requests-messages.fr.ts';

/** The people whose invitations the person no longer receives; nothing without any. `beyond` takes the focus after the last is unblocked. */
export function BlockedInviters({ beyond }: { beyond: RefObject<HTMLElement | null> }) {
  const id = useId();
  const { data } = useQuery(blockedInvitersQuery);
  const section = useRef<HTMLElement>(null);
  useFocusAfterRemoval(data?.length ?? 0, section, beyond);
  if (!data || data.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={id} className={dialog.section}>
      <h3 id={id}>{texts.title}</h3>
      <p className="hint">{texts.text}</p>
      <Stack as="ul" gap={2}>
        {data.map((person) => (
          <Blocked key={person.userId} person={person} />
        ))}
      </Stack>
    </section>
  );
}

function Blocked({ person: { userId, username, avatar } }: { person: BlockedInviter }) {
  const { show } = useToasts();
  const unblock = useUnblockInviter();
  return (
    <RowItem
      face={<Avatar emoji={avatar} size="sm" />}
      words={
        <>
          {username}
          {unblock.isError ? <ErrorBanner>{texts.failed}</ErrorBanner> : null}
        </>
      }
      number={
        <Button
          aria-label={texts.unblockNamed({ name: username })}
          pending={unblock.isPending}
          onClick={() =>
            unblock.mutate(userId, { onSuccess: () => show({ kind: 'success', message: texts.unblocked({ name: username }) }) })
          }
        >
          {texts.unblock}
        </Button>
      }
    />
  );
}
