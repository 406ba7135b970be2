import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { FieldErrors } from './field.tsx';

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
