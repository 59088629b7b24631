import { describe, expect, test } from 'vitest';
import { type ShownToast, type ToastContent, withToast } from './toast-cards.ts';

let lastId = 0;

function toast(content: ToastContent): ShownToast {
  lastId += 1;
  return { kind: 'success', ...content, id: lastId, leaving: false, region: 'foot' };
}

const shown = (...toasts: ShownToast[]) => {
  let all: readonly ShownToast[] = [];
  for (const one of toasts) all = withToast(all, one);
  return all.map(({ message }) => message);
};

describe('toasts', () => {
  const undoable = () => toast({ message: 'Noté', action: { label: 'Annuler', onAction: () => undefined } });

  test('a greeting gives way to the next one, and takes no place from what is there', () => {
    const greeting = () => toast({ message: 'Bienvenue', untilNext: true });
    expect(shown(greeting(), undoable())).toEqual(['Noté']);
    expect(shown(undoable(), greeting())).toEqual(['Noté', 'Bienvenue']);
  });

  test('a toast that can still undo stays beside the next ones', () => {
    expect(shown(undoable(), toast({ message: 'Lien copié' }))).toEqual(['Noté', 'Lien copié']);
  });
});
