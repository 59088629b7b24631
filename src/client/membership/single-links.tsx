import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
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
import { ShareAddress } from '#client/ui/share-address.tsx';
import { useMakeSingleLink, useWithdrawSingleLink } from '#client/boards/board-commands.ts';
import { boardQuery, type KnownSingleLink, singleLinksQuery } from '#client/boards/board-queries.ts';
import { shareBoardMessages } from './share-board-messages.fr.ts';
import { QrCode } from './lazy-qr-code.tsx';
import styles from './share-link.module.css';

const texts = shareBoardMessages.single;

interface SingleLinksProps {
  board: Board;
  /** One person is awaited: the link is passed on by the press that makes it. */
  isMain?: boolean;
}

/** Links by which one person comes in without asking (decision D22), for the administrator. */
export function SingleLinks({ board, isMain = false }: SingleLinksProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: read = [], refetch } = useQuery(singleLinksQuery(board.id));
  const now = useServerTime(read.map(({ expiresAt }) => expiresAt));
  // What is over lets nobody in, and may have been read long ago.
  const links = read.filter(({ expiresAt }) => now < expiresAt);
  const { data: opened } = useQuery(boardQuery(board.id));
  const make = useMakeSingleLink(board.id);
  const withdraw = useWithdrawSingleLink(board.id);
  const [passedOn, setPassedOn] = useState<SingleLinkId | null>(null);

  // A new member may have used up a link, so the list is read again.
  const members = opened?.members.length;
  useEffect(() => {
    if (members !== undefined) void refetch();
  }, [members, refetch]);

  function end(linkId: SingleLinkId) {
    withdraw.mutate(linkId, { onSuccess: () => passFocusOn([heading.current], {}) });
  }

  const failure = make.error ?? withdraw.error;
  const [newest, ...others] = links.toReversed().toSorted((a, b) => Number(b.token !== undefined) - Number(a.token !== undefined));
  const shown = newest?.token === undefined ? null : newest;
  const rest = shown ? others : links;
  const makeLabel = 'share' in navigator ? texts.makeAndShare : texts.makeAndCopy;
  return (
    <section aria-labelledby={id} className={styles.main}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        {texts.title}
      </h3>
      {shown ? (
        <Shown key={shown.id} board={board} link={shown} atOnce={shown.id === passedOn} />
      ) : (
        <p className={styles.text}>{texts.text}</p>
      )}
      {failure ? <ErrorBanner>{finalRefusal(failure) ?? texts.failed}</ErrorBanner> : null}
      <div className={styles.ways}>
        {links.length < singleLinkLimits.perBoard ? (
          <Button
            icon={<UserPlus aria-hidden="true" />}
            pending={make.isPending}
            className={styles.make}
            {...(!shown && ({ kind: 'primary', size: isMain ? 'lg' : 'md', wide: true, 'data-autofocus': '' } as const))}
            onClick={() => make.mutate(undefined, { onSuccess: ({ link }) => setPassedOn(isMain ? link.id : null) })}
          >
            {shown ? texts.another : isMain ? makeLabel : texts.make}
          </Button>
        ) : null}
        {shown ? (
          <Button kind="ghost" pending={withdraw.isPending && withdraw.variables === shown.id} onClick={() => end(shown.id)}>
            {texts.withdraw}
          </Button>
        ) : null}
      </div>
      {rest.length > 0 ? (
        <ul className={styles.waiting}>
          {rest.map((link) => (
            <li key={link.id}>
              <span id={`${id}-${link.id}`}>{texts.waiting({ until: fullDate(link.expiresAt) })}</span>
              <Button
                kind="ghost"
                aria-describedby={`${id}-${link.id}`}
                pending={withdraw.isPending && withdraw.variables === link.id}
                onClick={() => end(link.id)}
              >
                {texts.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Shown({ board, link: { token = '', expiresAt }, atOnce }: { board: Board; link: KnownSingleLink; atOnce: boolean }) {
  const url = invitationLink(token);
  return (
    <>
      <ShareAddress
        url={url}
        label={texts.label}
        hint={texts.until({ until: fullDate(expiresAt) })}
        shared={{ title: board.title, text: texts.nativeText({ board: board.title, url }) }}
        texts={{ ...shareBoardMessages.link, copy: texts.copy, native: texts.native }}
        atOnce={atOnce}
      />
      <div className={styles.qr}>
        <Suspense fallback={<div className={styles.qrPlaceholder} />}>
          <QrCode text={url} label={texts.qrCode} />
        </Suspense>
      </div>
    </>
  );
}
