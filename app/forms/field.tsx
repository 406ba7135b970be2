import {
  type FieldMetadata,
  getInputProps,
  getSelectProps,
  getTextareaProps,
} from '@conform-to/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export type FieldProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local';
  /** The `autocomplete` attribute, off by default; null leaves it to the browser. */
  autoComplete?: string | null;
  hint?: string;
  /** Values that the browser suggests. Users can type others. */
  suggestions?: readonly (string | { value: string; label: string })[];
  /** Whether the cursor is in this field when the page opens. For the first field of a page that consists of its form. */
  startsHere?: boolean;
};

/** A labelled field with its hint and errors. */
export function Field({
  field,
  label,
  type = 'text',
  autoComplete = 'off',
  hint,
  suggestions,
  startsHere,
}: FieldProps) {
  const listId = suggestions?.length ? `${field.id}-list` : undefined;
  const { key, ...input } = getInputProps(field, {
    type,
    value: type !== 'password',
    ariaDescribedBy: hintIdOf(field, hint),
  });
  return (
    <Labelled {...partsOf(field)} hint={hint} label={label}>
      <input
        {...input}
        key={key}
        autoComplete={autoComplete ?? undefined}
        // biome-ignore lint/a11y/noAutofocus: the visitor has just opened the page to fill in this form
        autoFocus={startsHere}
        className="input"
        list={listId}
      />
      {listId ? (
        <datalist id={listId}>
          {suggestions
            ?.map((one) => (typeof one === 'string' ? { value: one } : one))
            .map((option) => (
              <option key={option.value} {...option} />
            ))}
        </datalist>
      ) : null}
    </Labelled>
  );
}

type LabelledProps = {
  /** The id of the input. */
  id: string;
  label: string;
  /** Shown until there are errors. */
  hint?: ReactNode;
  errors: string[] | undefined;
  children: ReactNode;
};

/** A label, its input, and below it the errors, or the hint if there are none. */
export function Labelled({ id, label, hint, errors, children }: LabelledProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && !errors?.length ? (
        <p className="text-xs text-faint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors errors={errors} id={`${id}-error`} />
    </div>
  );
}

const partsOf = ({ id, errors }: FieldProps['field']) => ({ id, errors });

/** The id of the hint; undefined if none is shown. */
export const hintIdOf = (field: FieldProps['field'], hint: string | undefined) =>
  hint !== undefined && !field.errors?.length ? `${field.id}-hint` : undefined;

export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className="text-xs text-bad" id={id}>
      {errors.join(' ')}
    </p>
  );
}

type TextAreaProps = Pick<FieldProps, 'field' | 'label' | 'hint'> & {
  /** Whether the font is monospaced, for text in which every character matters. */
  mono?: boolean;
};

/** A labelled multi-line field, with its hint and errors. */
export function TextArea({ field, label, hint, mono = false }: TextAreaProps) {
  const { key, ...props } = getTextareaProps(field, { ariaDescribedBy: hintIdOf(field, hint) });
  return (
    <Labelled {...partsOf(field)} hint={hint} label={label}>
      <textarea
        {...props}
        key={key}
        className={`input min-h-28 ${mono ? 'font-mono' : ''}`}
        dir={mono ? 'auto' : undefined}
        spellCheck={mono ? false : undefined}
      />
    </Labelled>
  );
}

type SelectProps = Pick<FieldProps, 'field' | 'label'> & {
  options: readonly { value: string; label: string }[];
};

/** A labelled choice, with its errors. */
export function Select({ field, label, options }: SelectProps) {
  const { key, ...props } = getSelectProps(field);
  return (
    <Labelled {...partsOf(field)} label={label}>
      <select {...props} key={key} className="input">
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

type CheckboxProps = { field: FieldMetadata<'on' | undefined>; children: ReactNode };

/** A checkbox with its label. */
export function Checkbox({ field, children }: CheckboxProps) {
  const { key, ...input } = getInputProps(field, { type: 'checkbox' });
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-2.5 text-sm">
        <input {...input} key={key} className="mt-1 size-4 shrink-0 accent-airmail" />
        <label className="min-h-6 py-0.5" htmlFor={field.id}>
          {children}
        </label>
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** The errors of a form as a whole, above its fields. */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p
      className="rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm text-bad"
      id={id}
      role="alert"
    >
      {errors.join(' ')}
    </p>
  );
}

/** The look of a file input; the button is a part of the input. */
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

type ChoiceProps = Pick<FieldProps, 'field' | 'label' | 'hint'> & {
  options: readonly { value: string; label: string; text: string }[];
};

/** A labelled choice of a few options, each with a sentence. If the form has no value, no option is selected. */
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
            <label className="-my-0.5 py-0.5" htmlFor={`${id}-${value}`}>
              {title}
            </label>
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

type FoldedFieldsProps = {
  /** The line that is always shown. */
  summary: ReactNode;
  /** Whether the fields need the visitor, for example because one has an error. */
  opens: boolean;
  summaryClassName?: string;
  children: ReactNode;
};

/**
 * Fields that are shown when the visitor clicks the summary, or as soon as `opens` is true. They stay open when `opens`
 * becomes false, because then the visitor is typing in one of them. Works without JavaScript.
 */
export function FoldedFields({
  summary,
  opens,
  summaryClassName = 'py-1 text-sm font-medium',
  children,
}: FoldedFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [opensAtFirst] = useState(opens);
  useEffect(() => {
    if (opens && details.current) details.current.open = true;
  }, [opens]);
  return (
    <details open={opensAtFirst} ref={details}>
      <summary className={`w-fit cursor-pointer ${summaryClassName}`}>{summary}</summary>
      {children}
    </details>
  );
}
