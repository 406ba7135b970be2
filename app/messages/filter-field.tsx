import { FieldErrors } from '#app/forms/field.tsx';
import type { FilterName } from './filter.ts';

type FilterFieldProps = {
  name: FilterName;
  label: string;
  type?: 'text' | 'date';
  inputMode?: 'tel';
  placeholder?: string;
  value: string | undefined;
  fault: string | undefined;
};

/** A field of the filter with what is wrong with it. */
export function FilterField({
  name,
  label,
  type = 'text',
  value,
  fault,
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
        aria-describedby={fault ? `${id}-fault` : undefined}
        aria-invalid={fault ? true : undefined}
        autoComplete="off"
        className={`input min-w-0 ${value && !fault ? 'border-airmail' : ''}`}
        defaultValue={value}
        id={id}
        name={name}
        // A field for days would not show what is no day.
        type={fault ? 'text' : type}
      />
      <FieldErrors faults={fault ? [fault] : undefined} id={`${id}-fault`} />
    </div>
  );
}
