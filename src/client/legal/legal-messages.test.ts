import { expect, test } from 'vitest';
import { legalMessages } from './legal-messages.fr.ts';

test('the privacy page says what each kind of door keeps', () => {
  const kept = legalMessages.privacy.kept.rows.map(({ what }) => what);
  expect(kept).toEqual(
    expect.arrayContaining(["Vos clés d'accès", 'Vos jetons', 'Vos écrans au mur', 'Vos codes et autocollants', 'Les webhooks']),
  );
});

test('the legal notice tells of the cookie of a wall', () => {
  expect(legalMessages.legal.cookies.text).toContain("sur un écran au mur, un autre, qui n'ouvre que ce mur");
});
