import { Link } from '@tanstack/react-router';
import { DoorOpen } from 'lucide-react';
import { useId } from 'react';
import profile from '#client/accounts/edit-profile-screen.module.css';
import { doorsMessages as texts } from './doors-messages.fr.ts';

/** The way from the profile to the doors. */
export function DoorsCard() {
  const id = useId();
  return (
    <section aria-labelledby={id} className={profile.card}>
      <h2 id={id}>
        <DoorOpen aria-hidden="true" />
        {texts.title}
      </h2>
      <p>{texts.card.text}</p>
      <Link to="/doors" className={profile.guide}>
        {texts.card.open}
      </Link>
    </section>
  );
}
