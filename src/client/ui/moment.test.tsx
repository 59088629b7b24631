import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { playMoment } from './moment.tsx';

test('a moment waits for the end of the one before, which Escape ends', async () => {
  moving();
  const first = playMoment({ picture: '🔥', title: 'Treize jours.', milliseconds: 60_000 });
  const second = playMoment({ picture: '🦊', title: 'Sacha est là.', text: 'Que la partie commence !', milliseconds: 60_000 });
  expect((await screen.findByText('Treize jours.')).closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByText('Sacha est là.')).toBeNull();
  await act(() => fireEvent.keyDown(document.body, { key: 'Escape' }));
  await first;
  await screen.findByText('Sacha est là.');
  await act(() => fireEvent.click(document.body));
  await second;
  expect(screen.queryByRole('status')).toBeNull();
});

test('under reduced motion a moment has words and no picture, and takes no press', async () => {
  const played = playMoment({ picture: '🔥', title: 'Treize jours.', milliseconds: 50 });
  const words = await screen.findByText('Treize jours.');
  expect(screen.queryByText('🔥')).toBeNull();
  expect(words.parentElement?.className).toBe('visually-hidden');
  expect(fireEvent.click(document.body)).toBe(true);
  await played;
});

function moving(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  onTestFinished(() => void vi.unstubAllGlobals());
}
