import { useState } from 'react';
import { type Action, newAction, type NewAction } from '#shared/actions';
import { actionLimits } from '#shared/action-limits';
import { isRefusalCode, refusals } from '#shared/refusals';
import { visibleText } from '#shared/visible-text';
import { Refused } from '#client/api/api.ts';
import { typographic } from '#client/ui/typography.ts';

/** The form of an action that somebody writes, as typed. */
export interface OwnAction {
  title: string;
  isLoss: boolean;
  /** The points, without a sign. */
  points: string;
  emoji: string;
  category: string;
}

export const blankAction: OwnAction = { title: '', isLoss: false, points: '', emoji: '', category: '' };

/** The form's fields for an existing action. */
export function ownActionOf({ title, points, emoji, category }: Omit<Action, 'id'>): OwnAction {
  return { title, isLoss: points < 0, points: String(Math.abs(points)), emoji: emoji ?? '', category: category ?? '' };
}

export const ownActionFields = ['title', 'points', 'emoji'] as const;
export type OwnActionField = (typeof ownActionFields)[number];
export type OwnActionErrors = Partial<Record<OwnActionField, string>>;

/** Reads typed points: digits, and a minus sign for a loss. */
export function typedPoints(own: OwnAction, typed: string): OwnAction {
  const digits = typed.replace(/\D/g, '').slice(0, String(actionLimits.pointsMax).length);
  if (/^\s*[-\u2212]/.test(typed)) return { ...own, isLoss: true, points: digits };
  return { ...own, isLoss: /^\s*\+/.test(typed) ? false : own.isLoss, points: digits };
}

/** Adds or takes one point, for gains and losses alike; skips 0. */
export function steppedPoints(own: OwnAction, by: -1 | 1): OwnAction {
  const size = Number.parseInt(own.points || '0', 10) + by;
  return { ...own, points: String(Math.min(Math.max(size, 1), actionLimits.pointsMax)) };
}

/** The action as the server wants it, or what is wrong, by field. */
export function readOwnAction(own: OwnAction): { action: NewAction } | { errors: OwnActionErrors } {
  const emoji = own.emoji.trim();
  const category = visibleText(own.category);
  const parsed = newAction.safeParse({
    title: own.title,
    points: signedPointsOf(own),
    ...(emoji !== '' && { emoji }),
    ...(category !== '' && { category }),
  });
  if (parsed.success) return { action: parsed.data };
  const errors: OwnActionErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = fieldNamed(String(path[0]));
    if (field) errors[field] ??= sentenceFor(message);
  }
  return { errors };
}

/** What is wrong with the fields of the form, and what is wrong with none of them. */
export function useOwnActionFaults() {
  const [errors, setErrors] = useState<OwnActionErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const forgetFailure = () => setFailure(null);
  return {
    errors,
    failure,
    forgetFailure,
    forget() {
      setErrors({});
      forgetFailure();
    },
    /** Reads the form; null when that shows errors. */
    read(own: OwnAction): NewAction | null {
      const read = readOwnAction(own);
      forgetFailure();
      setErrors('errors' in read ? read.errors : {});
      return 'errors' in read ? null : read.action;
    },
    /** Shows the refusal of the server beside its field where the form is shown; `otherwise` is for other failures. */
    refuse(error: unknown, otherwise: string, isFormShown = true): void {
      const field = error instanceof Refused && isFormShown ? fieldOfRefusal(error.field) : undefined;
      const sentence = error instanceof Refused ? error.sentence : otherwise;
      if (field) setErrors({ [field]: sentence });
      else setFailure(sentence);
    },
  };
}

/** The field that a refusal of the server is about: 'actions.0.title' → 'title'. */
export function fieldOfRefusal(path: string | null): OwnActionField | undefined {
  return fieldNamed(path?.split('.').at(-1));
}

export function signedPointsOf({ points, isLoss }: Pick<OwnAction, 'points' | 'isLoss'>): number {
  const size = Number.parseInt(points || '0', 10);
  return isLoss && size !== 0 ? -size : size;
}

function fieldNamed(name: string | undefined): OwnActionField | undefined {
  return ownActionFields.find((field) => field === name);
}

function sentenceFor(code: string): string {
  return typographic(refusals[isRefusalCode(code) ? code : 'invalid_input'][1]);
}
