import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCovered } from './covered.ts';
import { Dialog } from './dialog.tsx';
import { type ToastContent, type ToastControls, Toasts, useToasts } from './toasts.tsx';

let controls: ToastControls;
function Controls() {
  const given = useToasts();
  useEffect(() => void (controls = given), [given]);
  return null;
}

const page = (isOpen = false) => (
  <Toasts label="Messages" dismissLabel="Fermer le message">
    <Controls />
    <button type="button">Ailleurs</button>
    <Dialog open={isOpen} onClose={() => undefined} title="Question" />
  </Toasts>
);

const show = (toast: ToastContent) =>
  act(() => {
    controls.show(toast);
  });
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const cards = () => [...document.querySelectorAll('[data-toast]')];
const move = (by: number) => fireEvent(cards()[0] ?? document, moved(by));

function moved(by: number): MouseEvent {
  const event = new MouseEvent('pointermove', { bubbles: true });
  return Object.defineProperties(event, { movementX: { value: by }, movementY: { value: 0 }, pointerType: { value: 'mouse' } });
}

/** As what is logged: one card, each with its own time and undo. */
const logged = (title: string, undo = () => undefined): ToastContent => ({
  message: `noté : ${title}`,
  detail: title,
  action: { label: 'Annuler', onAction: undo },
  stack: { key: 'logged', message: (count) => `${count} actions enregistrées` },
});

/** The page, once what draws a toast has come. */
async function open() {
  const opened = render(page());
  show({ message: 'premier' });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    await vi.dynamicImportSettled();
  });
  pass(5000);
  pass(200);
  return opened;
}

beforeEach(async () => {
  vi.useFakeTimers();
  await open();
});
afterEach(cleanup);

test('a toast stays five seconds, and one with an action ten', () => {
  show({ message: 'simple' });
  pass(4900);
  expect(cards()).toHaveLength(1);
  pass(400);
  expect(cards()).toHaveLength(0);
  show({ message: 'à annuler', action: { label: 'Annuler', onAction: () => undefined } });
  pass(9900);
  expect(cards()).toHaveLength(1);
  pass(400);
  expect(cards()).toHaveLength(0);
});

test('one card is there at a time; what waits behind it keeps its time', () => {
  show({ message: 'à annuler', action: { label: 'Annuler', onAction: () => undefined } });
  for (const message of ['un', 'deux']) show({ message });
  expect(cards()).toHaveLength(1);
  expect(cards()[0]).toHaveTextContent('à annuler');
  pass(4000);
  show({ message: 'médaille', face: <p>Médaille</p>, comesFirst: true, duration: 3000 });
  expect(cards()).toHaveLength(1);
  expect(cards()[0]).toHaveTextContent('Médaille');
  pass(3300);
  expect(cards()[0]).toHaveTextContent('à annuler');
  pass(5500);
  expect(cards()[0]).toHaveTextContent('à annuler');
  pass(800);
  expect(cards()).toHaveLength(1);
  expect(cards()[0]).toHaveTextContent('deux');
});

test('what else came of it is said in the same card, and a toast that is gone takes no more', () => {
  let toast = 0;
  act(() => {
    toast = controls.show(logged('Petit-déj'));
  });
  act(() => expect(controls.revise(toast, { also: 'vous prenez la tête' })).toBe(true));
  expect(cards()[0]).toHaveTextContent(/^noté : Petit-déj · vous prenez la tête/);
  fireEvent.click(screen.getByRole('button', { name: 'Fermer le message' }));
  act(() => expect(controls.revise(toast, { also: 'trop tard' })).toBe(false));
});

test('toasts of a kind stand in one card, each with its own time and action', () => {
  const undo = vi.fn<() => undefined>();
  show(logged('Petit-déj'));
  expect(cards()[0]).toHaveTextContent(/^noté : Petit-déj/);
  pass(6000);
  show(logged('Vaisselle', undo));
  expect(cards()).toHaveLength(1);
  expect(cards()[0]).toHaveTextContent(/^2 actions enregistrées/);
  // The first has had its ten seconds, the second not yet.
  pass(5000);
  expect(cards()[0]).toHaveTextContent(/^noté : Vaisselle/);
  const button = screen.getByRole('button', { name: 'Annuler' });
  expect(button).toHaveAccessibleDescription('Vaisselle');
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledOnce();
  pass(1000);
  expect(cards()).toHaveLength(0);
});

test('a pointer that merely lies where a toast appears does not keep it', () => {
  show({ message: 'simple' });
  move(0);
  pass(6000);
  expect(cards()).toHaveLength(0);
});

test('a pointer that comes to a toast keeps it for a minute, and one that leaves lets it go', () => {
  show({ message: 'simple' });
  move(5);
  pass(50_000);
  expect(cards()).toHaveLength(1);
  pass(11_000);
  pass(6000);
  expect(cards()).toHaveLength(0);

  show({ message: 'encore' });
  pass(4000);
  move(5);
  pass(8000);
  expect(cards()).toHaveLength(1);
  fireEvent.pointerOut(cards()[0] ?? document, { relatedTarget: document.body });
  pass(1500);
  expect(cards()).toHaveLength(0);
});

test('the time of a toast stands still while the lock covers the page', () => {
  act(() => setCovered(true));
  show({ message: 'derrière' });
  pass(60_000);
  expect(cards()).toHaveLength(1);
  act(() => setCovered(false));
  pass(4900);
  expect(cards()[0]).toHaveTextContent('derrière');
  pass(400);
  expect(cards()).toHaveLength(0);
});

test('the time of a toast stands still while a dialog lies over it', async () => {
  cleanup();
  const { rerender } = await open();
  show({ message: 'simple' });
  rerender(page(true));
  pass(30_000);
  expect(cards()).toHaveLength(1);
  rerender(page());
  pass(6000);
  expect(cards()).toHaveLength(0);
});

test('the focus that a closed toast had goes back to where it came from', () => {
  const elsewhere = screen.getByRole('button', { name: 'Ailleurs' });
  show({ message: 'simple' });
  act(() => elsewhere.focus());
  const close = screen.getByRole('button', { name: 'Fermer le message' });
  fireEvent.focus(close, { relatedTarget: elsewhere });
  act(() => close.focus());
  // It holds the toast.
  pass(60_000);
  fireEvent.click(close);
  expect(elsewhere).toHaveFocus();
});
