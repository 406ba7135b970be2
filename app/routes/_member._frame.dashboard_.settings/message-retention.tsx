import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { FieldErrors } from '#app/forms/field.tsx';

type MessageRetentionProps = {
  field: FieldMetadata<string | undefined>;
  /** What this installation allows, in days; it keeps messages for the most. */
  least: number;
  most: number;
};

/** For how many days messages are kept. */
export function MessageRetention({ field, least, most }: MessageRetentionProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'text', ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5 px-5 py-4">
      <label className="text-sm font-medium" htmlFor={field.id}>
        Days to keep messages
      </label>
      <input
        {...input}
        autoComplete="off"
        className="input w-32"
        inputMode="numeric"
        key={key}
        placeholder={String(most)}
      />
      <FieldErrors errors={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        {least} to {most}; empty means {most}. Older messages are deleted for good, beginning a day
        after you shorten it. Statistics and invoices stay.
      </p>
    </div>
  );
}
