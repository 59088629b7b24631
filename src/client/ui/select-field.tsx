import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'className' | 'onChange'> {
  label: string;
  onChoose: (value: string) => void;
}

export function SelectField({ label, onChoose, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label}>
      {({ className: _, ...tied }) => (
        <Select {...select} {...tied} onChange={({ target }) => onChoose(target.value)}>
          {children}
        </Select>
      )}
    </Field>
  );
}
