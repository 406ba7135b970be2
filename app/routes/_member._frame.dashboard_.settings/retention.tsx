import { type FieldMetadata, getInputProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { FieldErrors } from '#app/forms/field.tsx';

type RetentionProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  /** What an empty field means, if it is a number. */
  most: number | null;
  /** What may be entered, and what happens then. */
  children: ReactNode;
};

/** For how many days something is kept. */
export function Retention({ field, label, most, children }: RetentionProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'text', ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5 px-5 py-4">
      <label className="text-sm font-medium" htmlFor={field.id}>
        {label}
      </label>
      <input
        {...input}
        autoComplete="off"
        className="input w-32"
        inputMode="numeric"
        key={key}
        placeholder={most?.toString()}
      />
      <FieldErrors errors={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        {children}
      </p>
    </div>
  );
}
