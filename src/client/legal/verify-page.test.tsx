import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LegalScreen } from './legal-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const manifest = '5e'.repeat(32);
const announced = () => screen.getByRole('region', { name: 'Ce que ce site annonce' });

test('the page to verify a site names the version and the sum that it announces, and what to type for that version', async () => {
  vi.stubGlobal('fetch', async (path: string) => Response.json(path === '/version.json' ? { version: '2.3.4', manifest } : null));
  render(<LegalScreen page="verify" />);
  expect(await within(announced()).findByText(manifest)).toBeInTheDocument();
  expect(announced()).toHaveTextContent('Version 2.3.4');
  expect(screen.getByRole('region', { name: 'Construire la même version' })).toHaveTextContent('git checkout v2.3.4');
  expect(within(announced()).getByRole('link', { name: 'SHA256SUMS.txt' })).toHaveAttribute('href', '/SHA256SUMS.txt');
});

test('the page to verify a site has room for the sum from the start, and says when it does not come', async () => {
  vi.stubGlobal('fetch', async () => new Response('<!doctype html>'));
  render(<LegalScreen page="verify" />);
  expect(within(announced()).getByText('·'.repeat(manifest.length))).toBeInTheDocument();
  expect(await within(announced()).findByRole('alert')).toHaveTextContent("La version n'a pas pu être chargée. Rechargez la page.");
});
