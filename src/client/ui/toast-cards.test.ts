import { describe, expect, test } from 'vitest';
import { cardInView, type ShownToast, type ToastContent, withToast } from './toast-cards.ts';

let lastId = 0;

function toast(content: ToastContent): ShownToast {
  lastId += 1;
  return { kind: 'success', ...content, id: lastId, leaving: false, region: 'foot', clock: { left: 5000 } };
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
    expect(shown(greeting(), toast({ message: 'Médaille', comesFirst: true }))).toEqual(['Bienvenue', 'Médaille']);
  });

  test('a toast that can still undo stays, and the next ones wait behind it', () => {
    expect(shown(undoable(), toast({ message: 'Lien copié' }))).toEqual(['Noté', 'Lien copié']);
  });

  test('of several the most important is in view, of equals the newest, unless somebody holds another', () => {
    const inView = (toasts: ShownToast[], held: string[] = []) => cardInView(toasts, held)?.toasts[0].message;
    const [undo, copied, lost] = [
      undoable(),
      toast({ message: 'Lien copié' }),
      toast({ message: 'Raté', kind: 'error', persistent: true }),
    ];
    const medal = toast({ message: 'Succès', comesFirst: true });
    expect(inView([undo, copied])).toBe('Noté');
    expect(inView([undo, copied, undoable()])).toBe('Noté');
    expect(inView([copied, lost])).toBe('Raté');
    expect(inView([lost, toast({ message: 'Tableau créé' })])).toBe('Tableau créé');
    expect(inView([undo, medal, copied])).toBe('Succès');
    expect(inView([undo, medal], [String(undo.id)])).toBe('Noté');
    expect(inView([])).toBeUndefined();
  });
});
