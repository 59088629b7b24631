import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { léa } from '#client/app/testing/samples.ts';
import { openScreen } from '#client/app/testing/screen.tsx';

// What is loaded apart does not come.
vi.mock('./passkey-proof.tsx', () => ({ PasskeyProof: () => null }));

test('the dialog of a new passkey begins at the one that whoever has no password has', async () => {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, { getClientCapabilities: async () => ({ passkeyPlatformAuthenticator: true }) }),
  );
  const key = { id: 'key', credentialId: 'a2V5', name: 'Téléphone', rpId: 'localhost', isOfHere: true, isSynced: false };
  const { user } = await openScreen('/edit-profile', {
    me: léa,
    replies: {
      'GET /api/configuration': { supportEmail: 'aide@exemple.fr', messengerAppId: null, passkeys: true },
      'GET /api/passkeys': {
        passkeys: [{ ...key, createdAt: 0, lastUsedAt: null }],
        userHandle: 'bWU',
        rpId: 'localhost',
        hasPassword: false,
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: "Ajouter une clé d'accès" }));
  const dialog = within(await screen.findByRole('dialog', { name: "Ajouter une clé d'accès" }));
  await waitFor(() => expect(dialog.getByRole('button', { name: "Confirmer avec une clé d'accès" })).toHaveFocus());
});
