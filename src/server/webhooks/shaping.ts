/** The one request that a person shapes: two values are put into its body, escaped as the body is read. */
import type { ContentType } from '#shared/webhooks';

export interface Words {
  title: string;
  body: string;
}

const escapes: Record<ContentType, (text: string) => string> = {
  'application/json': (text) => JSON.stringify(text).slice(1, -1),
  'application/x-www-form-urlencoded': encodeURIComponent,
  'text/plain': (text) => text,
};

/** All at once: a value that holds a placeholder is not looked into. */
export function fill(template: string, contentType: ContentType, words: Words): string {
  return template.replace(/\{\{\s*(title|body)\s*\}\}/g, (_, name: keyof Words) => escapes[contentType](words[name]));
}

/** Whether a body is of its type whatever is put into it. */
export function isOfType(template: string, contentType: ContentType): boolean {
  if (contentType !== 'application/json') return true;
  try {
    JSON.parse(fill(template, contentType, { title: '"\\\n', body: '"\\\n' }));
    return true;
  } catch {
    // Said to the person, who mends it.
    return false;
  }
}
