/**
 * The invitation that a visitor wanted to follow before signing in or up (decision D21). In memory on purpose: neither a reload nor a
 * link with a redirect that somebody else wrote asks for anything.
 */
let pressed: string | null = null;

export const pressedInvitation = {
  leave(invitation: string): void {
    pressed = invitation;
  },
  /** Whether it was this one; once. Whatever else was pressed is forgotten with it. */
  take(invitation: string): boolean {
    const isIt = pressed === invitation;
    pressed = null;
    return isIt;
  },
  forget(): void {
    pressed = null;
  },
};
