import { Bookmark } from 'lucide-react';
import card from '#client/accounts/edit-profile-screen.module.css';
import { Section } from '#client/accounts/section.tsx';
import { Button } from '#client/ui/button.tsx';
import { useMe } from '#client/session/session-queries.ts';
import { keepWords } from './keep-words.ts';
import { askToKeep } from '#client/accounts/keeping.ts';

/** At the top of a guest's profile. */
export function KeepSection() {
  const { title, text, action } = keepWords(useMe());
  return (
    <Section title={title} icon={Bookmark}>
      <p>{text}</p>
      {action === null ? null : (
        <div className={card.buttons}>
          <Button kind="primary" onClick={askToKeep}>
            {action}
          </Button>
        </div>
      )}
    </Section>
  );
}
