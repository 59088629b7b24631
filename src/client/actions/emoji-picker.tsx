import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmojiChoice } from '#client/ui/emoji-choice.tsx';
import { SearchField } from '#client/ui/search-field.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { words } from '#client/ui/ui-messages.fr.ts';
import { editActionsMessages as texts } from './edit-actions-messages.fr.ts';
import styles from './emoji-picker.module.css';
import { foundEmojis } from './emoji-search.ts';

interface EmojiPickerProps {
  value: string;
  onChoose: (symbol: string) => void;
}

const pageSize = 48;

/** All emoji, by family or by words. The list of them is loaded with the first look at it. */
export function EmojiPicker({ value, onChoose }: EmojiPickerProps) {
  const id = useId();
  const { data, isError, refetch } = useQuery({
    queryKey: ['emojis'],
    queryFn: async () => (await import('virtual:emojis')).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [search, setSearch] = useState('');
  const [family, setFamily] = useState('');
  const [shown, setShown] = useState(pageSize);
  const wanted = useDeferredValue(search);

  if (!data) {
    if (!isError) return <Skeleton label={texts.emojisLoading} />;
    return (
      <Banner kind="error" announced action={<Button onClick={() => void refetch()}>{words.retry}</Button>}>
        {texts.emojisFailed}
      </Banner>
    );
  }
  const emojis = data.filter(({ name }) => family === '' || name === family).flatMap((one) => one.emojis);
  const found = foundEmojis(emojis, wanted);

  return (
    <div className={styles.picker}>
      <SearchField
        label={texts.searchEmoji}
        placeholder={texts.searchEmoji}
        clearLabel={words.clearSearch}
        value={search}
        onSearch={(text) => {
          setSearch(text);
          setShown(pageSize);
        }}
        // It stands in a form: Enter would send that.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <label htmlFor={id} className={styles.family}>
        {texts.emojiFamily}
        <select
          id={id}
          className={styles.select}
          value={family}
          onChange={(event) => {
            setFamily(event.target.value);
            setShown(pageSize);
          }}
        >
          <option value="">{texts.everyFamily}</option>
          {data.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p role="status" className={styles.count}>
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
