/**
 * WebDriver tells nothing of a page's console, so the pages record their faults themselves: a copy of the build gets this written into its
 * pages, before the first script; the worker keeps one of them. Seen are uncaught errors, unhandled rejections, what the content security
 * policy refuses, and `console.error`, of pages; not what happens inside the worker, nor what the browser itself complains about.
 */

const key = 'test-faults';

/** The text of a script that records from where it stands. */
export const faultRecorder = `(${record.toString()})(${JSON.stringify(key)});\n`;

/** What was recorded in this browser so far. Runs in the page. */
export function recordedFaults(): string[] {
  const recorded = localStorage.getItem('test-faults');
  return recorded === null ? [`nothing recorded faults at ${location.href}`] : (JSON.parse(recorded) as string[]);
}

function record(place: string): void {
  const add = (kind: string, what: unknown) => {
    const text = what instanceof Error ? `${what.name}: ${what.message}\n${what.stack}` : String(what);
    const before = JSON.parse(localStorage.getItem(place) ?? '[]') as string[];
    localStorage.setItem(place, JSON.stringify([...before, `${kind}: ${text} (${location.pathname})`]));
  };
  localStorage.setItem(place, localStorage.getItem(place) ?? '[]');
  addEventListener('error', (event) => add('uncaught', event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => add('unhandled', event.reason));
  addEventListener('securitypolicyviolation', (event) => add('refused by the policy', `${event.violatedDirective} ${event.blockedURI}`));
  const { error } = console;
  console.error = (...args: unknown[]) => {
    add('console.error', args.map(String).join(' '));
    error.apply(console, args);
  };
}
