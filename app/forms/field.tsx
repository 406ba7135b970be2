import { type FieldMetadata, getInputProps } from '@conform-to/react';

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
