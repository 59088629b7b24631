import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { Board } from '#shared/boards';
import type { SingleLinkId } from '#shared/ids';
import { singleLinkLimits } from '#shared/single-links';
import { invitationLink } from './invitation-link.ts';
import { useServerTime } from '#client/api/server-time.ts';
import { finalRefusal } from '#client/sync/replica/failures.ts';
import { ErrorBanner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { passFocusOn } from '#client/ui/focus-after-removal.ts';
import { fullDate } from '#client/ui/format.fr.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { ShareAddress } from '#client/ui/share-address.tsx';
import { useMakeSingleLink, useWithdrawSingleLink } from '#client/boards/board-commands.ts';
import { type KnownSingleLink, singleLinksQuery } from '#client/boards/board-queries.ts';
import { shareBoardMessages } from './share-board-messages.fr.ts';
import { QrCode } from './lazy-qr-code.tsx';
import styles from './share-link.module.css';

const texts = shareBoardMessages.single;

interface SingleLinksProps {
  board: Board;
  /** How many the board has. */
  members: number;
  /** One person is awaited: the link is made at once. */
  isMain?: boolean;
}

/** Links by which one person comes in without asking (decision D22), for the administrator. */
export function SingleLinks({ board, members, isMain = false }: SingleLinksProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: read = [], refetch, isSuccess, isFetching } = useQuery(singleLinksQuery(board.id));
  const now = useServerTime(read.map(({ expiresAt }) => expiresAt));
  // What is over lets nobody in, and may have been read long ago.
  const links = read.filter(({ expiresAt }) => now < expiresAt);
  const make = useMakeSingleLink(board.id);
  const withdraw = useWithdrawSingleLink(board.id);

  // A new member may have used up a link, so the list is read again.
  useEffect(() => {
    if (members > 0) void refetch();
  }, [members, refetch]);

  const isAwaited = isMain && isSuccess && !isFetching && members === 1 && links.length === 0 && make.isIdle;
  const makeAtOnce = useEffectEvent(() => make.mutate());
  useEffect(() => {
    if (isAwaited) makeAtOnce();
  }, [isAwaited]);

  function end(linkId: SingleLinkId) {
    withdraw.mutate(linkId, { onSuccess: () => passFocusOn([heading.current], {}) });
  }

  const failure = make.error ?? withdraw.error;
  const [newest, ...others] = links.toReversed().toSorted((a, b) => Number(b.token !== undefined) - Number(a.token !== undefined));
  const shown = newest?.token === undefined ? null : newest;
  const rest = shown ? others : links;
  // On a board of two the place is taken; what was made before that can still be withdrawn.
  const isPair = members === 2;
  if (isPair && links.length === 0) return <p className="hint">{texts.taken}</p>;
  return (
    <Stack as="section" gap={3} aria-labelledby={id} className={styles.main}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        {texts.title}
      </h3>
      {shown ? <Shown key={shown.id} board={board} link={shown} /> : <p className="hint">{texts.text}</p>}
      {failure ? <ErrorBanner>{finalRefusal(failure) ?? texts.failed}</ErrorBanner> : null}
      <Row gap={2}>
        {!isPair && !isAwaited && links.length < singleLinkLimits.perBoard ? (
          <Button
            icon={<UserPlus aria-hidden="true" />}
            pending={make.isPending}
            {...(!shown && ({ kind: 'primary', wide: true, 'data-autofocus': '' } as const))}
            onClick={() => make.mutate()}
          >
            {shown ? texts.another : texts.make}
          </Button>
        ) : null}
        {shown ? (
          <Button kind="ghost" pending={withdraw.isPending && withdraw.variables === shown.id} onClick={() => end(shown.id)}>
            {texts.withdraw}
          </Button>
        ) : null}
      </Row>
      {rest.length > 0 ? (
        <Stack as="ul" gap={1}>
          {rest.map((link) => (
            <Row as="li" gap={3} justify="apart" key={link.id} className="hint">
              <span id={`${id}-${link.id}`}>{texts.waiting({ until: fullDate(link.expiresAt) })}</span>
              <Button
                kind="ghost"
                aria-describedby={`${id}-${link.id}`}
                pending={withdraw.isPending && withdraw.variables === link.id}
                onClick={() => end(link.id)}
              >
                {texts.withdraw}
              </Button>
            </Row>
          ))}
        </Stack>
      ) : null}
    </Stack>
  );
}

function Shown({ board, link: { token = '', expiresAt } }: { board: Board; link: KnownSingleLink }) {
  const url = invitationLink(token);
  return (
    <>
      <ShareAddress
        url={url}
        label={texts.label}
        hint={texts.until({ until: fullDate(expiresAt) })}
        shared={{ title: board.title, text: texts.nativeText({ board: board.title, url }) }}
        texts={{ ...shareBoardMessages.link, copy: texts.copy, native: texts.native }}
      />
      <div className={styles.qr}>
        <Suspense fallback={<div className={styles.qrPlaceholder} />}>
          <QrCode text={url} label={texts.qrCode} />
        </Suspense>
      </div>
    </>
  );
}
