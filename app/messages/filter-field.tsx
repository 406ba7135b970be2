import { FieldErrors } from '#app/forms/field.tsx';
import type { FilterName } from './filter.ts';

type FilterFieldProps = {
  name: FilterName;
  label: string;
  type?: 'text' | 'date';
  inputMode?: 'tel';
  placeholder?: string;
  value: string | undefined;
  error: string | undefined;
};

/** A field of the filter with its error. */
export function FilterField({
  name,
  label,
  type = 'text',
  value,
  error,
  ...rest
}: FilterFieldProps) {
  const id = `filter-${name}`;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        className={`input min-w-0 ${value && !error ? 'border-airmail' : ''}`}
        defaultValue={value}
        id={id}
        name={name}
        // A date input would not show an invalid date.
        type={error ? 'text' : type}
      />
      <FieldErrors errors={error ? [error] : undefined} id={`${id}-error`} />
    </div>
  );
}
