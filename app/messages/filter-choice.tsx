import { FieldErrors } from '#app/forms/field.tsx';
import type { FilterName } from './filter.ts';

type FilterChoiceProps = {
  name: FilterName;
  label: string;
  /** What stands for no choice. */
  all: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  fault: string | undefined;
};

/** A choice of the filter. What an address names that is not offered, such as a deleted key, is added. */
export function FilterChoice({ name, label, all, options, value, fault }: FilterChoiceProps) {
  const id = `filter-${name}`;
  const offered = !value || options.some((option) => option.value === value);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <select
        aria-describedby={fault ? `${id}-fault` : undefined}
        aria-invalid={fault ? true : undefined}
        className={`input ${value && !fault ? 'border-airmail' : ''}`}
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
      <FieldErrors faults={fault ? [fault] : undefined} id={`${id}-fault`} />
    </div>
  );
}
