const home = '/dashboard';

// Only to see where a browser would go; never fetched. `.invalid` is nobody's for ever (RFC 2606).
const anyOrigin = 'https://here.invalid';

/**
 * Where to go after signing in: the path of this site that `value` names, or Accueil. `value` comes from the address
 * bar, so from anybody who can write a link.
 */
export function safeRedirect(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2048) return home;
  // Browsers drop tabs and line breaks and read '\' as '/': '/\t/evil.example' leaves the site.
  if (!value.startsWith('/') || /[\p{Cc}\\]/u.test(value) || value.startsWith('//')) return home;
  const target = URL.canParse(value, anyOrigin) ? new URL(value, anyOrigin) : null;
  if (!target || target.origin !== anyOrigin) return home;
  // '/.//evil.example' is resolved to '//evil.example', which would leave the site if it were resolved once more.
  if (target.pathname.startsWith('//')) return home;
  if (/^\/(login|signup|api)(\/|$)/i.test(decoded(target.pathname)) || target.pathname === '/') return home;
  return target.pathname + target.search + target.hash;
}

/** The invitation whose page one comes back to after signing up; undefined for any other page. */
export function invitationIn(redirect: string | undefined): string | undefined {
  return /^\/invite\/([\w-]{1,128})\/?$/.exec(redirect ?? '')?.[1];
}

/** Decodes a part of an address, or returns it unchanged when it is malformed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // It cannot be decoded.
    return part;
  }
}
