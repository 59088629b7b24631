import { Link } from '@tanstack/react-router';
import { DoorOpen } from 'lucide-react';
import profile from '#client/accounts/edit-profile-screen.module.css';
import { Section } from '#client/accounts/section.tsx';
import { doorsMessages as texts } from './doors-messages.fr.ts';

/** The way from the profile to the doors. */
export function DoorsCard() {
  return (
    <Section title={texts.title} icon={DoorOpen}>
      <p>{texts.card.text}</p>
      <Link to="/doors" className={profile.guide}>
        {texts.card.open}
      </Link>
    </Section>
  );
}
