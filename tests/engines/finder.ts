/** Finds what a person would press, the same way in every engine. Runs in the page, so it may use nothing from outside. */

export type Role =
  | 'button'
  | 'link'
  | 'heading'
  | 'textbox'
  | 'tab'
  | 'menuitem'
  | 'checkbox'
  | 'radio'
  | 'paragraph'
  | 'listitem'
  | 'status';

export interface Wanted {
  role: Role;
  /** Its accessible name, whole. */
  name?: string;
  /** A part of its name. */
  containing?: string;
  /** How many of them there are; any number from one without it. */
  count?: number;
  /** It must lie there uncovered, enabled and at rest, to be pressed. */
  pressable?: boolean;
}

/** The first that is in sight, or null. */
export async function find({ role, name, containing, count, pressable }: Wanted): Promise<Element | null> {
  const selectors = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3, [role="heading"]',
    // A password has no role of its own; it is looked for by its label all the same.
    textbox: 'input:not([type="checkbox"], [type="radio"]), textarea',
    tab: '[role="tab"]',
    menuitem: '[role="menuitem"]',
    checkbox: 'input[type="checkbox"]',
    radio: 'input[type="radio"]',
    paragraph: 'p',
    listitem: 'li',
    status: '[role="status"]',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  const textOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const silent of copy.querySelectorAll('[aria-hidden="true"], svg')) silent.remove();
    return plain(copy.textContent);
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : [];
    return (
      plain(element.getAttribute('aria-label')) ||
      plain(
        labelledBy
          ?.split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      ) ||
      plain(labels.map(textOf).join(' ')) ||
      textOf(element)
    );
  };

  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden="true"], [data-base-ui-inert]');
  const found = [...document.querySelectorAll(selectors[role])].filter((element) => {
    if (!isSeen(element)) return false;
    const its = nameOf(element);
    return (name === undefined || its === name) && (containing === undefined || its.includes(containing));
  });
  if (count !== undefined && found.length !== count) return null;
  const [first] = found;
  if (!first || !pressable) return first ?? null;

  if (first.matches(':disabled, [aria-disabled="true"]')) return null;
  // What still moves would be missed. A dialog stands for a frame where it will come from, before it begins to move.
  const place = () => Object.values(first.getBoundingClientRect().toJSON() as Record<string, number>).join();
  const before = place();
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const isCarried = ({ playState, effect }: Animation) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && effect?.getTiming().iterations !== Infinity && target?.contains(first);
  };
  if (place() !== before || document.getAnimations().some(isCarried)) return null;

  const { left, top, width, height } = first.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (hit && (first.contains(hit) || hit.contains(first))) return first;
  // Next time it may lie there.
  first.scrollIntoView({ block: 'center', behavior: 'instant' });
  return null;
}
