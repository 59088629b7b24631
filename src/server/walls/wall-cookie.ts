/** How long a browser is a wall after it was last seen, in seconds: as long as browsers keep a cookie at most. */
export const wallLasts = 400 * 24 * 60 * 60;

/** The cookie that makes a browser a wall. It is sent to the wall's own addresses and to no other: it opens nothing else. */
export interface WallCookie {
  /** As `Set-Cookie` takes it. */
  lineOf(token: string): string;
  /** As `Set-Cookie` takes it, to take it out of the browser. */
  goneLine: string;
  /** The token in a `Cookie` header. */
  tokenOf(cookieHeader: string | undefined): string | undefined;
}

export function createWallCookie(origin: string): WallCookie {
  const secure = origin.startsWith('https:');
  // No `__Host-`, which would have to be sent to every address.
  const name = secure ? '__Secure-ou-la-la-wall' : 'ou-la-la-wall';
  const attributes = ['Path=/api/wall', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Strict'];
  return {
    lineOf: (token) => [`${name}=${token}`, `Max-Age=${wallLasts}`, ...attributes].join('; '),
    goneLine: [`${name}=`, 'Max-Age=0', ...attributes].join('; '),
    tokenOf: (cookieHeader) =>
      cookieHeader
        ?.split(/; */)
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
  };
}
