import { useClosedByBack } from '#client/ui/back-button.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import styles from './action-search-bar.module.css';
import { actionsMessages } from './actions-messages.fr.ts';
import { type ActionSearch, everyAction, isNarrowed, type Sign } from './found-actions.ts';

interface ActionSearchBarProps {
  value: ActionSearch;
  onChange: (value: ActionSearch) => void;
  /** How many actions answer; read aloud while something is asked. */
  found: number;
  /** The key that leads to the search. */
  shortcut?: string | undefined;
}

/** Search and the +/− filter. Pressing a sign once more asks for both again, Back for everything. */
export function ActionSearchBar({ value, onChange, found, shortcut }: ActionSearchBarProps) {
  const { search, searchShort, filter } = actionsMessages;
  const isAsking = isNarrowed(value);
  useClosedByBack(isAsking, () => onChange(everyAction));
  return (
    <search className={styles.bar}>
      <SearchField
        label={search}
        placeholder={searchShort}
        shortcut={shortcut}
        value={value.search}
        onSearch={(text) => onChange({ ...value, search: text })}
        clearLabel={words.clearSearch}
      />
      <div role="group" aria-label={filter.label} className={styles.signs}>
        {signs.map(({ sign, symbol }) => (
          <button
            key={sign}
            type="button"
            className={styles.sign}
            data-sign={sign}
            title={filter[sign]}
            aria-pressed={value.sign === sign}
            onClick={() => onChange({ ...value, sign: value.sign === sign ? null : sign })}
          >
            <span aria-hidden="true" className={styles.symbol}>
              {symbol}
            </span>
            <span>{filter[sign]}</span>
          </button>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {isAsking ? (found === 0 ? actionsMessages.nothingFound : actionsMessages.found({ count: found })) : null}
      </p>
    </search>
  );
}

const signs: readonly { sign: Sign; symbol: string }[] = [
  { sign: 'gains', symbol: '+' },
  { sign: 'losses', symbol: '\u2212' },
];
