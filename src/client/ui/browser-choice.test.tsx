import '@testing-library/jest-dom/vitest';
import { cleanup, act, render, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createBrowserChoice } from './browser-choice.ts';

afterEach(cleanup);

test('a choice that another tab has taken back can be made again in this one', () => {
  onTestFinished(() => localStorage.removeItem('choice'));
  const choice = createBrowserChoice('choice', true);
  function Shown() {
    return choice.useIsOn() ? 'on' : 'off';
  }
  const { rerender } = render(<Shown />);
  localStorage.setItem('choice', 'off');
  rerender(<Shown />);
  expect(screen.getByText('off')).toBeVisible();
  act(() => choice.set(true));
  expect(screen.getByText('on')).toBeVisible();
});
