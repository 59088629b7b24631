import { signedIn } from '#shared/signed';

// A page that is drawn beforehand is drawn without a document.
const language = 'document' in globalThis ? document.documentElement.lang : '';

/** As the document's language has it. */
export const signed = signedIn(language || undefined);
