import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useClosedByBack } from './back-button.ts';
import { classNames } from './class-names.ts';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Makes the item a link; a plain press still goes to `onSelect`. */
  href?: string | undefined;
  onSelect: () => void;
  danger?: boolean | undefined;
  /** Makes the item one that is chosen or not. */
  checked?: boolean | undefined;
  /** In a menu of emojis: a line of its own, whose label is seen. */
  isLine?: boolean | undefined;
  /** In a menu of emojis: items of one name that follow each other share a line, which begins with it. */
  group?: string;
}

/** The props of the element that opens the menu; it must be a `button`. */
export type MenuTriggerProps = Pick<
  ComponentProps<'button'>,
  'ref' | 'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onKeyDown'
>;

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** The columns of a menu of emojis, whose labels are only read out. Without it the items stand below one another. */
  columns?: number;
  /** Below the items, while it is open. */
  note?: ReactNode;
  children: (trigger: MenuTriggerProps) => ReactNode;
}

/**
 * A menu button. The browser's own popover does the opening, the closing by Escape or a press outside, and the return of
 * focus; arrows, Home, End and first letters move inside.
 */
export function Menu({ label, items, columns, note, children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useClosedByBack(open, () => menu.current?.hidePopover());

  useEffect(() => {
    const [shown, anchor] = [menu.current, opener.current];
    if (!open || !shown || !anchor) return;
    const align = () => alignBeside(shown, anchor);
    // Turning the phone or larger text must not push it out of the window.
    const observer = new ResizeObserver(align);
    observer.observe(shown);
    addEventListener('resize', align);
    return () => {
      observer.disconnect();
      removeEventListener('resize', align);
    };
  }, [open]);

  function openByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.current?.showPopover();
  }

  function moveInside(event: KeyboardEvent) {
    const stops = itemsOf(menu.current);
    const here = stops.indexOf(document.activeElement as HTMLElement);
    const next = nextStop(event.key, here, stops, columns);
    if (event.key === 'Tab') menu.current?.hidePopover();
    if (event.key === 'Escape') {
      // A dialog that it stands in must not hear of it, or would take the focus for itself.
      event.stopPropagation();
      event.preventDefault();
      menu.current?.hidePopover();
      opener.current?.focus();
    }
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      {children({
        ref: opener,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
        onKeyDown: openByArrow,
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classNames(styles.menu, columns !== undefined && styles.signs)}
        // In time for the first item to get the focus.
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setOpen(true);
        }}
        onKeyDown={moveInside}
        onToggle={(event) => {
          const isOpen = event.newState === 'open';
          setOpen(isOpen);
          if (!isOpen || !menu.current || !opener.current) return;
          alignBeside(menu.current, opener.current);
          itemsOf(menu.current)[0]?.focus();
        }}
      >
        {open
          ? inGroups(items).map(({ name, items: together }) => {
              const entries = together.map((item) => (
                <MenuEntry
                  key={item.label}
                  item={item}
                  isSign={columns !== undefined && !item.isLine}
                  close={() => menu.current?.hidePopover()}
                />
              ));
              if (name === undefined) return entries;
              return (
                <div key={name} role="group" aria-label={name} className={styles.group}>
                  <span aria-hidden="true">{name}</span>
                  {entries}
                </div>
              );
            })
          : null}
        {open ? note : null}
      </div>
    </>
  );
}

function inGroups(items: readonly MenuItem[]): { name: string | undefined; items: MenuItem[] }[] {
  const groups: { name: string | undefined; items: MenuItem[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.name === item.group && last) last.items.push(item);
    else groups.push({ name: item.group, items: [item] });
  }
  return groups;
}

function MenuEntry({ item, isSign, close }: { item: MenuItem; isSign: boolean; close: () => void }) {
  const role = item.checked === undefined ? 'menuitem' : 'menuitemcheckbox';
  const shared = {
    role,
    'aria-checked': item.checked,
    tabIndex: -1,
    className: classNames(styles.item, item.danger && styles.danger, item.isLine && styles.whole),
  };
  function select(event: MouseEvent) {
    const wantsNewTab = item.href && (event.metaKey || event.ctrlKey || event.shiftKey);
    if (wantsNewTab) return;
    event.preventDefault();
    close();
    item.onSelect();
  }
  const content = (
    <>
      {item.icon}
      <span className={isSign ? 'visually-hidden' : undefined}>{item.label}</span>
    </>
  );
  return item.href ? (
    <a {...shared} href={item.href} onClick={select}>
      {content}
    </a>
  ) : (
    <button {...shared} type="button" onClick={select}>
      {content}
    </button>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu ? [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')] : [];
}

// 'e' finds 'Écrire', too.
const sameLetter = new Intl.Collator('fr', { sensitivity: 'base' });

function nextStop(key: string, here: number, stops: HTMLElement[], columns?: number): HTMLElement | undefined {
  if (columns !== undefined) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
    if (step !== undefined) return stops[(here + step + stops.length) % stops.length];
  }
  if (key === 'ArrowDown') return stops[(here + 1) % stops.length];
  if (key === 'ArrowUp') return stops.at(here <= 0 ? -1 : here - 1);
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const rotated = [...stops.slice(here + 1), ...stops.slice(0, here + 1)];
  return rotated.find((stop) => sameLetter.compare(stop.textContent.trim().slice(0, 1), key) === 0);
}

/** Under the opener, or above it where there is no room, and never out of the window. In page coordinates: it scrolls along. */
function alignBeside(menu: HTMLElement, opener: HTMLElement) {
  const gap = 8;
  const anchor = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const { clientWidth: roomX, clientHeight: roomY } = document.documentElement;
  const below = anchor.bottom + gap;
  const fitsBelow = below + height + gap <= roomY || anchor.top - gap - height < gap;
  const top = fitsBelow ? below : anchor.top - gap - height;
  const left = Math.max(gap, Math.min(anchor.left, roomX - width - gap));
  menu.style.setProperty('top', `${top + window.scrollY}px`);
  menu.style.setProperty('left', `${left + window.scrollX}px`);
}
