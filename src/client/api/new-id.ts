/** 128 random bits in base64url, as the id of whatever the caller names. `randomUUID` is missing where the page came without TLS, as it does at home. */
export function newId<Id extends string = string>(): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '') as Id;
}
