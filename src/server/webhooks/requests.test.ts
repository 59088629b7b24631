import { expect, it } from 'vitest';
import type { BoardId, WebhookId } from '#shared/ids';
import { startTestApp } from '../../../tests/test-app.ts';
import { newId } from '../ids/ids.ts';
import { readOldSecrets, sealOldSecrets } from './requests.ts';
import { newSecret } from './signing.ts';

const { deps } = await startTestApp();
const secrets = deps.boardKeys.make(newId<BoardId>());
const id = newId<WebhookId>();
const [now, day] = [1_700_000_000_000, 24 * 60 * 60 * 1000];
const secret = newSecret();

it('a replaced secret that was sealed alone, as at first, signs until its day is over', () => {
  const row = { id, old_secret_sealed: secrets.seal(secret, 'webhook', 'old_secret', id), old_secret_until: now + day };
  expect(readOldSecrets(row, secrets, now)).toEqual([{ secret, until: now + day }]);
  expect(readOldSecrets(row, secrets, now + day)).toEqual([]);
});

it('a secret that was replaced while the clock was ahead ends with the time that was set right', () => {
  const others = [
    { secret: newSecret(), until: now + 30 * day },
    { secret: newSecret(), until: now + 1 },
  ];
  const row = { id, old_secret_sealed: sealOldSecrets(id, others, secrets), old_secret_until: now + day };
  expect(readOldSecrets(row, secrets, now + 1)).toEqual([{ ...others[0], until: now + day }]);
  expect(readOldSecrets(row, secrets, now + day)).toEqual([]);
});
