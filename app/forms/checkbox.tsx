import { type FieldMetadata, getInputProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { FieldErrors } from './field.tsx';

type CheckboxProps = { field: FieldMetadata<'on' | undefined>; children: ReactNode };

/** A checkbox with its label. */
export function Checkbox({ field, children }: CheckboxProps) {
  const { key, ...input } = getInputProps(field, { type: 'checkbox' });
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-2.5 text-sm">
        <input {...input} key={key} className="mt-0.5 size-4 shrink-0 accent-airmail" />
        <label htmlFor={field.id}>{children}</label>
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
