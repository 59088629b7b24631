import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { addressesIn, invitationAt } from './invitation-link.ts';

/** Reads what another app shared with this one: a board of this site, or a text to be shown as if it had been pasted. */
export type SharedInvitation = { boardId: string } | { pasted: string; isLink: boolean };

const longest = 500;

/**
 * Reads the query that the share target of the manifest makes. It comes from anybody: nothing of it is opened, and only an id
 * leads anywhere, on this site. Null when nothing was shared.
 */
export function sharedInvitation(search: string, origin: string): SharedInvitation | null {
  const query = new URLSearchParams(search);
  // Android puts a link into `text`, whatever it is called.
  const shared = ['url', 'text', 'title'].map((name) => query.get(name)?.trim() ?? '').filter((value) => value !== '');
  const links = shared.flatMap(addressesIn);
  for (const link of links) {
    const id = invitationAt(link);
    if (id !== null && new URL(link).origin === origin) return { boardId: id };
  }
  const invitation = links.find((link) => invitationAt(link) !== null);
  if (invitation !== undefined) return { pasted: invitation.slice(0, longest), isLink: true };
  const [first] = shared;
  return first === undefined ? null : { pasted: first.slice(0, longest), isLink: false };
}

/** Handles a shared text once: opens the page of a board, or gives any other text to `onPasted`. */
export function useSharedInvitation(onPasted: () => void): { pasted: string; isLink: boolean } | null {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location: { searchStr } }) => searchStr });
  const [taken, setTaken] = useState(() => ({ search, shared: sharedInvitation(search, location.origin) }));
  // Something more may be shared while this screen is shown; the address that is cleared afterwards shares nothing.
  if (search !== taken.search) setTaken({ search, shared: sharedInvitation(search, location.origin) ?? taken.shared });
  const { shared } = taken;
  const take = useEffectEvent((invitation: SharedInvitation | null) => {
    if (invitation === null) return;
    if ('boardId' in invitation) {
      void navigate({ to: '/invite/$boardId', params: { boardId: invitation.boardId }, replace: true });
      return;
    }
    onPasted();
    // A reload is no second sharing.
    void navigate({ to: '/boards', replace: true });
  });
  useEffect(() => take(shared), [shared]);
  return shared !== null && 'pasted' in shared ? shared : null;
}
