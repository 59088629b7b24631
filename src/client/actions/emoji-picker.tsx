import { useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { ReloadNeeded } from '#client/ui/lazy-import.ts';
import { reloadPage } from '#client/ui/reload-page.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { unloadedSentence } from '#client/ui/unloaded-sentence.ts';
import { editActionsMessages as texts } from './edit-actions-messages.fr.ts';
import styles from './emoji-picker.module.css';
import { foundEmojis, type ListedEmoji } from './emoji-search.ts';

interface EmojiPickerProps {
  value: string;
  onChoose: (symbol: string) => void;
}

const pageSize = 48;

/** All emoji, by family or by words. The list of them is loaded with the first look at it. */
export function EmojiPicker({ value, onChoose }: EmojiPickerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['emojis'],
    queryFn: async () => (await import('virtual:emojis')).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [search, setSearch] = useState('');
  const [family, setFamily] = useState('');
  const [shown, setShown] = useState(pageSize);
  const query = useDeferredValue(search);
  const picker = useRef<HTMLDivElement>(null);
  const isThere = data !== undefined;
  // The picker opens under the last field of a form, mostly out of sight.
  useEffect(() => {
    if (isThere) picker.current?.scrollIntoView({ block: 'start' });
  }, [isThere]);

  if (!data) {
    if (!error) return <Skeleton label={texts.emojisLoading} />;
    const way =
      error instanceof ReloadNeeded ? (
        <Button onClick={reloadPage}>{words.reload}</Button>
      ) : (
        <Button onClick={() => void refetch()}>{words.retry}</Button>
      );
    return (
      <Banner kind="error" announced action={way}>
        {error instanceof ReloadNeeded ? unloadedSentence(error) : texts.emojisFailed}
      </Banner>
    );
  }
  const emojis = data.filter(({ name }) => family === '' || name === family).flatMap((one) => one.emojis);
  const found = foundEmojis(emojis, query);

  return (
    <div ref={picker} className={styles.picker}>
      <SearchField
        label={texts.searchEmoji}
        placeholder={texts.searchEmoji}
        clearLabel={words.clearSearch}
        value={search}
        onSearch={(text) => {
          setSearch(text);
          setShown(pageSize);
        }}
        // The search is inside a form, which Enter would submit.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div role="group" aria-label={texts.emojiFamily} className={styles.families}>
        {[{ name: '', label: texts.everyFamily, sign: <LayoutGrid aria-hidden="true" /> }, ...data.map(asFamily)].map(
          ({ name, label, sign }) => (
            <button
              key={name}
              type="button"
              className={styles.family}
              aria-label={label}
              title={label}
              aria-pressed={family === name}
              onClick={() => {
                setFamily(name);
                setShown(pageSize);
              }}
            >
              {sign}
            </button>
          ),
        )}
      </div>
      <p role="status" className="hint">
        {texts.emojisFound({ count: found.length })}
      </p>
      <EmojiChoice
        legend={texts.chooseEmoji}
        legendHidden
        options={found.slice(0, shown).map(([symbol, name]) => ({ symbol, name }))}
        value={value}
        onChoose={onChoose}
      />
      {found.length > shown ? <Button onClick={() => setShown(shown + pageSize)}>{words.showMore}</Button> : null}
    </div>
  );
}

/** The first emoji of a group is its icon. */
function asFamily({ name, emojis }: { name: string; emojis: readonly ListedEmoji[] }) {
  return { name, label: name, sign: <span aria-hidden="true">{emojis[0]?.[0]}</span> };
}
