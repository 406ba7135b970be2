import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { FieldErrors } from './field.tsx';

/** The look of a file input; its button is a part of it. */
export const fileInputClasses =
  'input min-w-0 py-0 pl-0 text-faint file:mr-3 file:min-h-9.5 file:cursor-pointer file:border-r file:border-line file:px-3 file:font-medium file:text-ink';

type FileFieldProps = {
  field: FieldMetadata<File | undefined>;
  label: string;
  hint: string;
  /** Media types, separated by commas. */
  accept: string;
};

/** A labelled field for one file, with its hint and errors. */
export function FileField({ field, label, hint, accept }: FileFieldProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'file', ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor={field.id}>
        {label}
      </label>
      <input {...input} accept={accept} className={fileInputClasses} key={key} />
      <p className="text-xs text-faint" id={hintId}>
        {hint}
      </p>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
