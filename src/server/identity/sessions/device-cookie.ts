/**
 * How long a device is known after it was last used, in seconds: as long as browsers keep a cookie at most.
 */
export const deviceLasts = 400 * 24 * 60 * 60;

/** The cookie by which a device is known again where somebody signed in before. It opens nothing. */
export interface DeviceCookie {
  /** As `Set-Cookie` takes it. One that does not last ends with the browser (decision D8). */
  lineOf(token: string, lasts: boolean): string;
  /** As `Set-Cookie` takes it, to take it out of the browser. */
  goneLine: string;
  /** The token in a `Cookie` header. */
  tokenOf(cookieHeader: string | undefined): string | undefined;
}

export function createDeviceCookie({ secure }: { secure: boolean }): DeviceCookie {
  const name = secure ? '__Host-ou-la-la-device' : 'ou-la-la-device';
  const attributes = ['Path=/', 'HttpOnly', ...(secure ? ['Secure'] : []), 'SameSite=Strict'];
  return {
    lineOf: (token, lasts) => [`${name}=${token}`, ...(lasts ? [`Max-Age=${deviceLasts}`] : []), ...attributes].join('; '),
    goneLine: [`${name}=`, 'Max-Age=0', ...attributes].join('; '),
    tokenOf: (cookieHeader) =>
      cookieHeader
        ?.split(/; */)
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
  };
}
