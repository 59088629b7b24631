/**
 * What the link of the mail carries behind '#', which no browser sends and no server logs: `/login#reset=<token>`. Null for any
 * other address.
 */
export function resetTokenOf(hash: string): string | null {
  const [, token] = /^#?reset=(.+)$/.exec(hash) ?? [];
  return token ?? null;
}
