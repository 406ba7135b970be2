import { FieldErrors, type FieldProps, hintIdOf } from './field.tsx';

type ChoiceProps = Pick<FieldProps, 'field' | 'label' | 'hint'> & {
  options: readonly { value: string; label: string; text: string }[];
};

/** A labelled choice of few options, each with a sentence about it. None is chosen unless the form says so. */
export function Choice({ field, label, hint, options }: ChoiceProps) {
  const { id, name, errors, errorId, initialValue } = field;
  const hintId = hintIdOf(field, hint);
  return (
    <fieldset
      aria-describedby={errors?.length ? errorId : hintId}
      className="grid gap-2.5"
      id={id}
      tabIndex={-1}
    >
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {options.map(({ value, label: title, text }) => (
        <div className="flex items-start gap-2.5 text-sm" key={value}>
          <input
            aria-describedby={`${id}-${value}-text`}
            aria-invalid={errors?.length ? true : undefined}
            className="mt-0.5 size-4 shrink-0 accent-airmail"
            defaultChecked={initialValue === value}
            id={`${id}-${value}`}
            name={name}
            type="radio"
            value={value}
          />
          <div className="grid gap-0.5">
            <label htmlFor={`${id}-${value}`}>{title}</label>
            <p className="text-xs text-faint" id={`${id}-${value}-text`}>
              {text}
            </p>
          </div>
        </div>
      ))}
      {hintId ? (
        <p className="text-xs text-faint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldErrors errors={errors} id={errorId} />
    </fieldset>
  );
}
