import { type FieldMetadata, getInputProps } from '@conform-to/react';
import type { ReactNode } from 'react';
import { FieldErrors } from '#app/forms/field.tsx';

type ToggleProps = {
  field: FieldMetadata<'on' | undefined>;
  label: string;
  /** What the setting does. */
  children: ReactNode;
};

/** A checkbox that looks like a switch. */
export function Toggle({ field, label, children }: ToggleProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'checkbox', ariaDescribedBy: hintId });
  return (
    <div className="relative flex items-start justify-between gap-4 px-5 py-4">
      <div className="grid gap-1">
        {/* Its click area is the whole row. */}
        <label className="text-sm font-medium after:absolute after:inset-0" htmlFor={field.id}>
          {label}
        </label>
        <p className="text-xs text-faint" id={hintId}>
          {children}
        </p>
        <FieldErrors errors={field.errors} id={field.errorId} />
      </div>
      <input {...input} className="switch" key={key} />
    </div>
  );
}
