type ChoiceProps = {
  name: string;
  label: string;
  /** Label of the empty choice. */
  all: string;
  options: readonly string[];
  value: string | undefined;
};

/** A select of a filter of events. */
export function Choice({ name, label, all, options, value }: ChoiceProps) {
  const id = `filter-${name}`;
  return (
    <div className="grid min-w-0 flex-1 basis-36 gap-1 sm:max-w-52">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <select className="input" defaultValue={value ?? ''} id={id} name={name}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}
