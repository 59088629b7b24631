import { Bookmark } from 'lucide-react';
import card from '#client/accounts/edit-profile-screen.module.css';
import { Section } from '#client/accounts/section.tsx';
import { Button } from '#client/ui/button.tsx';
import { guestMessages } from './guest-messages.fr.ts';
import { askToKeep } from './keeping.ts';

const { title, text, action } = guestMessages.keep;

/** At the top of a guest's profile. */
export function KeepSection() {
  return (
    <Section title={title} icon={Bookmark}>
      <p>{text}</p>
      <div className={card.buttons}>
        <Button kind="primary" onClick={askToKeep}>
          {action}
        </Button>
      </div>
    </Section>
  );
}
