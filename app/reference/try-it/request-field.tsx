import { useId } from 'react';
import type { Field } from '../contract.ts';

type RequestFieldProps = {
  field: Field;
  /** Its name in a form without JavaScript. */
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A field of a request with its label. The list of fields above has its constraints. */
export function RequestField({ field, name, value, error, onChange }: RequestFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const common = {
    id,
    name,
    value,
    className: 'input font-mono',
    'aria-invalid': error !== undefined,
    'aria-describedby': error ? errorId : undefined,
    'aria-required': field.required,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <div className="grid gap-1.5">
      <label className="flex flex-wrap items-baseline gap-x-2 text-sm" htmlFor={id}>
        <span className="font-mono">{field.name}</span>
        <span className="text-xs text-faint">{field.required ? 'required' : 'optional'}</span>
      </label>
      <Control common={common} field={field} />
      {error ? (
        <p className="text-xs text-bad" id={errorId}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

type ControlProps = {
  field: Field;
  common: {
    id: string;
    value: string;
    className: string;
    onChange: (event: { target: { value: string } }) => void;
  };
};

function Control({ field: { control, required, example }, common }: ControlProps) {
  if (control.kind === 'choice') {
    return (
      <select {...common}>
        {required ? null : <option value="">Left out</option>}
        {control.options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (control.kind === 'json') {
    const rows = Math.min(16, Math.max(4, common.value.split('\n').length));
    return <textarea {...common} autoComplete="off" rows={rows} spellCheck={false} />;
  }
  const secret = control.kind === 'password';
  return (
    <input
      {...common}
      autoComplete="off"
      inputMode={control.kind === 'number' ? 'numeric' : undefined}
      placeholder={secret || required ? undefined : (example ?? undefined)}
      spellCheck={false}
      type={secret ? 'password' : 'text'}
    />
  );
}
