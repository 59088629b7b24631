import { type RefusalCode, refusals } from '#shared/refusals';

/** A refusal, with the code that says why. Only {@link refuse} throws it. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** The field of the body that is wrong, as a dotted path. */
  readonly field: string | undefined;
  /** In seconds, when it is of use to try again; undefined where that is not known. */
  retryAfter: number | undefined;
  /** The right address of the app, for a page that was opened at another one; undefined when it is not configured. */
  origin: string | undefined;

  constructor(code: RefusalCode, field?: string) {
    super(code);
    this.code = code;
    this.field = field;
    if (code === 'unavailable') this.retryAfter = 1;
  }

  get status(): number {
    return refusals[this.code][0];
  }

  get body(): { code: RefusalCode; message: string; field?: string; origin?: string } {
    const { code, field, origin } = this;
    const [, message] = refusals[code];
    return { code, message, ...(field !== undefined && { field }), ...(origin !== undefined && { origin }) };
  }
}

/** `throw refuseFor('too_many_logs', 1500)`: not before so many milliseconds. */
export function refuseFor(code: RefusalCode, wait: number): Refusal {
  return Object.assign(new Refusal(code), { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
}

/** `throw refuse('board_not_found')` */
export function refuse(code: RefusalCode, field?: string): Refusal {
  return new Refusal(code, field);
}
