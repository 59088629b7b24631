/** Long replies are sent as their handlers made them: that nothing is in them which their schema does not name is seen by the tests that get them. */
import { expect, it } from 'vitest';
import { assertAsDeclared } from './test-app.ts';

const body = { supportEmail: 'support@jeu.test', messengerAppId: null, passkeys: false };

it('a field that the schema does not name, and one that it names and is not there, fail whoever gets the reply', () => {
  expect(() => assertAsDeclared('GET /api/configuration', { status: 200, body })).not.toThrow();
  expect(() => assertAsDeclared('GET /api/configuration', { status: 200, body: { ...body, title: 'Maison' } })).toThrow('does not name');
  expect(() => assertAsDeclared('GET /api/configuration', { status: 200, body: { supportEmail: body.supportEmail } })).toThrow(
    'messengerAppId',
  );
});

it('a refusal is none of these', () => {
  expect(() => assertAsDeclared('GET /api/configuration', { status: 500, body: { code: 'server_error' } })).not.toThrow();
});
