import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
}

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  selected: Value;
  onSelect: (value: Value) => void;
  /** The panel of the selected tab; the others are not rendered. */
  children: ReactNode;
}

/** Pill tabs. Arrows, Home and End move and select at once. */
export function Tabs<Value extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const position = tabs.findIndex(({ value }) => value === selected);

  function move(event: KeyboardEvent) {
    const next = tabAfter(event.key, position, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onSelect(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]').item(next).focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => {
          const isSelected = tab.value === selected;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              className={styles.tab}
              onClick={() => onSelect(tab.value)}
              onKeyDown={move}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${selected}`} tabIndex={-1} className={styles.panel}>
        {children}
      </div>
    </>
  );
}

function tabAfter(key: string, position: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (position + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (position - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
