import { type ChangeEvent, useState } from 'react';
import { Refused } from '#client/api/api.ts';

type Faults<Name extends string> = Partial<Record<Name, string>>;

/** The fields of a form, what is wrong with each of them, and what is wrong with none. `initial` names them in the order shown. */
export function useTypedFields<Name extends string>(initial: Record<Name, string>) {
  const [typed, setTyped] = useState(initial);
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [error, setError] = useState<string | null>(null);

  function show(form: HTMLFormElement, found: Faults<Name>): boolean {
    setFaults(found);
    const names = Object.keys(initial) as Name[];
    const first = names.find((name) => found[name]);
    if (first !== undefined) focusField(form, first);
    return first === undefined;
  }

  return {
    typed,
    /** The fault of the form as a whole. */
    error,
    /** Shows the sentences for what would be refused as it stands, and goes to the first field. Whether there are none. */
    accept(form: HTMLFormElement, found: Faults<Name>): boolean {
      setError(null);
      return show(form, found);
    },
    /** Shows a failure: the server's sentence beside the field that it is about, or else `sentence` for the whole form. */
    refuse(form: HTMLFormElement, failure: unknown, { field, sentence }: { field: Name | undefined; sentence: string }): void {
      if (failure instanceof Refused && field !== undefined) show(form, { [field]: failure.sentence } as Faults<Name>);
      else setError(sentence);
    },
    /** Says what is wrong with none of the fields. */
    say: setError,
    empty(): void {
      setTyped(initial);
    },
    /** The props that tie a field to its name. Typing clears its fault. */
    tied: (name: Name, onTyped?: (now: Record<Name, string>, form: HTMLFormElement | null) => void) => ({
      name,
      value: typed[name],
      error: faults[name] ?? null,
      'aria-required': true,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setTyped((before) => ({ ...before, [name]: target.value }));
        setFaults((before) => ({ ...before, [name]: undefined }));
        onTyped?.({ ...typed, [name]: target.value }, target.form);
      },
    }),
  };
}

/** Moves the focus to the field at fault, whose message is read with it. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
