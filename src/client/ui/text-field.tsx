import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldTexts } from './field.tsx';

export interface InputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'aria-invalid' | 'size'> {}

interface TextFieldProps extends InputProps {
  /** A picture inside the box, before the text. */
  start?: ReactNode;
  /** A button inside the box, after the text. */
  end?: ReactNode;
}

export function TextField({ label, labelHidden, hint, error, start, end, id, 'aria-describedby': describedBy, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, hint, error, start, end, id, describedBy }}>
      {(tied) => <input type="text" {...input} {...tied} />}
    </Field>
  );
}
