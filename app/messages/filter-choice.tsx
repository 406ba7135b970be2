import { FieldErrors } from '#app/forms/field.tsx';
import type { FilterName } from './filter.ts';

type FilterChoiceProps = {
  name: FilterName;
  label: string;
  /** Label of the empty choice. */
  all: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  error: string | undefined;
};

/**
 * A select of the filter. A value from the address that is not offered, such as a deleted key, is added as an
 * option.
 */
export function FilterChoice({ name, label, all, options, value, error }: FilterChoiceProps) {
  const id = `filter-${name}`;
  const offered = !value || options.some((option) => option.value === value);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <select
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className={`input ${value && !error ? 'border-airmail' : ''}`}
        defaultValue={value ?? ''}
        id={id}
        name={name}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {offered ? null : <option value={value}>{value}</option>}
      </select>
      <FieldErrors errors={error ? [error] : undefined} id={`${id}-error`} />
    </div>
  );
}
