import { firstRepliesId } from '#shared/first-reads';

/** The replies that the server sent inside the page, by address. Each is used once: a second request wants the current state. */
export const firstReplies = {
  take(address: string): unknown {
    const reply = replies.get(address);
    replies.delete(address);
    return reply;
  },
  areThere: () => replies.size > 0,
  /** Once the first screen stands, or does not come: they grow old, and somebody else may be signed in by then. */
  forget: () => replies.clear(),
};

const replies = new Map<string, unknown>(Object.entries(readFromPage()));

/** The element goes: what is on a board is not to lie about in the page. */
function readFromPage(): Record<string, unknown> {
  const element = 'document' in globalThis ? document.getElementById(firstRepliesId) : null;
  element?.remove();
  try {
    return element ? (JSON.parse(element.textContent) as Record<string, unknown>) : {};
  } catch {
    // The replies are last in the page, so a broken connection cuts them off: then everything is fetched.
    return {};
  }
}
