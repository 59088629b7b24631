/** As the build writes it: what this server says that it serves. */
export interface ServedVersion {
  version: string;
  /** The SHA-256 of the list of the client's files. */
  manifest: string;
}

/** No call of the API: it is a file beside the others, which a person may read as well. */
export async function readServedVersion(): Promise<ServedVersion> {
  const reply = await fetch('/version.json', { cache: 'no-cache' });
  return (await reply.json()) as ServedVersion;
}
