import { type FieldMetadata, getInputProps, getTextareaProps } from '@conform-to/react';
import type { ReactNode } from 'react';

type FieldProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  autoComplete?: string;
  hint?: string;
};

/** A labelled field with its hint and errors. */
export function Field({ field, label, type = 'text', autoComplete, hint }: FieldProps) {
  const hintId = `${field.id}-hint`;
  const hinted = hint !== undefined && !field.errors?.length;
  const { key, ...input } = getInputProps(field, {
    type,
    value: type !== 'password',
    ariaDescribedBy: hinted ? hintId : undefined,
  });
  return (
    <div className="grid content-start gap-1.5">
      <label className="text-sm font-medium" htmlFor={field.id}>
        {label}
      </label>
      <input {...input} key={key} autoComplete={autoComplete} className="input" />
      {hinted ? (
        <p className="text-xs text-faint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** The errors of a field. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className="text-xs text-bad" id={id}>
      {errors.join(' ')}
    </p>
  );
}

type TextAreaProps = { field: FieldMetadata<string | undefined>; label: string };

/** A labelled multi-line field, with its errors. */
export function TextArea({ field, label }: TextAreaProps) {
  const { key, ...props } = getTextareaProps(field);
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor={field.id}>
        {label}
      </label>
      <textarea {...props} key={key} className="input min-h-28" />
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

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
