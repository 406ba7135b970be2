import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { HiddenFields } from '#app/forms/buttons.tsx';
import { useHydrated } from '#app/request-context.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { type Credentials, maskedCredentials, toCurl } from '../call.ts';
import type {
  AuthScheme,
  Field,
  FieldGroup,
  OperationView,
  OwnExample,
  ParameterLocation,
} from '../contract.ts';
import { CredentialFields } from './credential-fields.tsx';
import {
  fieldKey,
  type NoScriptCall,
  type Result,
  readFormValues,
  readRequest,
  sendCall,
  type Values,
} from './send-call.ts';

type CallFormProps = {
  operation: OperationView;
  /** The public URL, for the curl command. */
  publicUrl: string;
  /** Values with which the call succeeds for the account, instead of the document's. */
  own?: OwnExample | null;
  credentials: Credentials;
  /** If given, the form asks for credentials; otherwise it uses `credentials`. */
  onCredentials?: (credentials: Credentials) => void;
  /** If given, the form also works without JavaScript. */
  plain?: NoScriptCall;
  /** If given, makes the call instead of the browser. */
  sendForm?: (form: HTMLFormElement) => Promise<Result>;
};

/** A form that makes a real call, shows it as a curl command, and shows the response. */
export function CallForm({
  operation,
  publicUrl,
  own = null,
  credentials,
  onCredentials,
  plain,
  sendForm,
}: CallFormProps) {
  const { access, parameters, body } = operation;
  const [values, setValues] = useState(() => plain?.values ?? initialValues(operation, own));
  const [variant, setChosen] = useState(0);
  const [progress, setProgress] = useState<CallState>(() =>
    plain?.result ? { state: 'answered', result: plain.result } : { state: 'idle' },
  );
  const element = useRef<HTMLFormElement>(null);
  // Reads what was typed before hydration.
  useEffect(() => setValues((known) => ({ ...known, ...readFormValues(element.current) })), []);
  const form = body?.groups[variant] ?? null;
  const { call, errors: unsendable } = readRequest(operation, form, values, credentials);
  const errors = {
    ...unsendable,
    ...findAsked(values, own),
    ...findMissingSecrets(access, credentials, form, values),
  };
  // The command may end up in screenshots and shell histories, so secrets are masked.
  const masked = maskedCredentials(credentials.keyId);
  const shown = readRequest(operation, form, maskedValues(form, values), masked).call;
  const sending = progress.state === 'sending';

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || Object.keys(errors).length > 0) return;
    setProgress({ state: 'sending' });
    try {
      const sent = sendForm ? sendForm(event.currentTarget) : sendCall(call);
      setProgress({ state: 'answered', result: await sent });
    } catch {
      setProgress({ state: 'failed' });
    }
  }

  const renderFields = (place: ParameterLocation | 'body', fields: Field[]) =>
    fields.map((field) => {
      const key = fieldKey(place, field);
      return (
        <RequestField
          error={errors[key]}
          field={field}
          key={key}
          name={key}
          onChange={(value) => setValues((before) => ({ ...before, [key]: value }))}
          value={values[key] ?? ''}
        />
      );
    });

  return (
    <div className="grid grid-cols-1 gap-8 xl:grid-cols-2">
      <form
        className="grid grid-cols-1 content-start gap-5"
        method={plain ? 'post' : undefined}
        noValidate
        onSubmit={send}
        ref={element}
      >
        {plain ? <HiddenFields fields={plain.hidden} /> : null}
        <p className="border-l-2 border-airmail pl-3 text-sm text-faint">
          {callWarning(operation)}
        </p>
        {onCredentials ? (
          <CredentialFields access={access} credentials={credentials} onChange={onCredentials} />
        ) : null}
        {credentialError(errors)}
        {parameters.map(({ place, fields }) => renderFields(place, fields))}
        {body ? (
          <BodyVariantSelect chosen={variant} groups={body.groups} onChoose={setChosen} />
        ) : null}
        {form ? renderFields('body', form.fields) : null}
        <div>
          <button aria-disabled={sending} className="button-primary" type="submit">
            {sending ? 'Sending…' : 'Send request'}
          </button>
        </div>
      </form>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">
        <div className="grid grid-cols-1 gap-2">
          <h3 className="text-xs font-medium text-faint">The same call as a command</h3>
          <CodeBox label="Command" text={toCurl(shown, publicUrl)} />
        </div>
        <CallResult progress={progress} />
      </div>
    </div>
  );
}

function credentialError(errors: Record<string, string>) {
  const error =
    errors['header.x-api-id'] ?? errors['header.x-api-key'] ?? errors['header.authorization'];
  return error ? (
    <p className="text-xs text-bad" role="alert">
      {error}
    </p>
  ) : null;
}

/** A warning above the send button, derived from the operation's errors. */
function callWarning({ access, errors }: OperationView): string {
  if (access !== 'key') return 'This sends a real request. Changes cannot be undone.';
  const codes = errors.flatMap((each) => each.errors.map(({ code }) => code));
  if (!codes.includes('api_call_limit_reached')) {
    return 'This is a real call. It is not counted against your plan.';
  }
  const sends = codes.includes('message_limit_reached') ? ', and real messages go out' : '';
  return `This is a real call: it counts against your plan like any other${sends}.`;
}

function maskedValues(form: FieldGroup | null, values: Values): Values {
  const secret = form?.fields.filter(({ control }) => control.kind === 'password') ?? [];
  const masks = secret.map((field) => [fieldKey('body', field), 'your_password'] as const);
  return { ...values, ...Object.fromEntries(masks) };
}

/** Texts that say what to enter into fields that are still empty. */
const findAsked = (values: Values, own: OwnExample | null): Record<string, string> =>
  Object.fromEntries(Object.entries(own?.asks ?? {}).filter(([key]) => !values[key]?.trim()));

/** The error for each missing secret. Secrets are never filled in: the form asks for them before it makes the call. */
function findMissingSecrets(
  access: AuthScheme,
  { token }: Credentials,
  form: FieldGroup | null,
  values: Values,
): Record<string, string> {
  const passwords = (form?.fields ?? []).filter(
    (field) =>
      field.required && field.control.kind === 'password' && !values[fieldKey('body', field)],
  );
  const missing = passwords.map((field) => [
    fieldKey('body', field),
    'Enter the password: the form never fills in a password.',
  ]);
  const noToken = access === 'session' && token === '';
  return {
    ...Object.fromEntries(missing),
    ...(noToken && { 'header.authorization': 'Enter a session token first.' }),
  };
}

/** The initial values of a form: the account's own, or examples of the usual fields, without passwords. */
function initialValues({ parameters, body }: OperationView, own: OwnExample | null): Values {
  const values: Values = {};
  for (const { place, fields } of parameters) {
    for (const field of fields) {
      const key = fieldKey(place, field);
      if (own && key in own.asks) values[key] = '';
      else if (place === 'path' && own?.path[field.name]) values[key] = own.path[field.name] ?? '';
      else if (field.required || isPreset(field)) values[key] = field.example ?? '';
    }
  }
  const usual = own?.body ?? ((body?.example ?? {}) as Record<string, unknown>);
  for (const field of body?.groups.flatMap(({ fields }) => fields) ?? []) {
    const key = fieldKey('body', field);
    const isUsual = field.name in usual || (field.required && own?.body == null);
    if (field.control.kind === 'password' || !isUsual || own?.asks[key]) continue;
    values[key] = toTyped(field, usual[field.name]);
  }
  return values;
}

/** A value as a user would type it. Without a value, the field's example. */
function toTyped({ control, example }: Field, value: unknown): string {
  if (control.kind === 'json') return JSON.stringify(value ?? {}, null, 2);
  return value === undefined ? (example ?? '') : String(value);
}

const isPreset = ({ constraints }: Field) => constraints.some(({ words }) => words === 'Default');

type BodyVariantSelectProps = {
  groups: FieldGroup[];
  chosen: number;
  onChoose: (index: number) => void;
};

/** Selects a variant of the body, if there are several. Without JavaScript, the first variant is used. */
function BodyVariantSelect({ groups, chosen, onChoose }: BodyVariantSelectProps) {
  const name = useId();
  const hydrated = useHydrated();
  if (!hydrated || groups.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <legend className="sr-only">Variant of the body</legend>
      {groups.map(({ title }, index) => (
        <label className="flex min-h-6 cursor-pointer items-center gap-2" key={title}>
          <input
            checked={index === chosen}
            className="size-4 accent-airmail"
            name={name}
            onChange={() => onChoose(index)}
            type="radio"
          />
          {title ?? `Variant ${index + 1}`}
        </label>
      ))}
    </fieldset>
  );
}

/** The state of the last call. */
type CallState =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'answered'; result: Result }
  | { state: 'failed' };

/** Shows the response. Screen readers announce its first line. */
function CallResult({ progress }: { progress: CallState }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p aria-live="polite" className="flex flex-wrap items-center gap-3 text-sm" role="status">
        <Headline progress={progress} />
      </p>
      {progress.state === 'answered' ? <Answer result={progress.result} /> : null}
    </div>
  );
}

function Headline({ progress }: { progress: CallState }) {
  if (progress.state === 'sending') return <span className="text-faint">Sending…</span>;
  if (progress.state === 'failed') return <span className="text-bad">Network error</span>;
  if (progress.state === 'idle') return null;
  const { status, tookMs } = progress.result;
  return (
    <>
      <span className={`stamp ${status < 400 ? 'text-good' : 'text-bad'}`}>{status}</span>
      <span className="text-faint">in {formatCount(tookMs)} ms</span>
    </>
  );
}

function Answer({ result: { headers, body } }: { result: Result }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {body === '' ? null : <CodeBox label="Body of the response" text={body} />}
    </>
  );
}

/** Plain text with a copy button. It scrolls, so it must be focusable. */
function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative">
      <section
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md border border-line bg-raised"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
        tabIndex={0}
      >
        <pre className="p-4 pr-14 font-mono text-xs leading-relaxed">
          <code>{text}</code>
        </pre>
      </section>
      <div className="copy-corner">
        <CopyButton label="Code" of={label} text={text} />
      </div>
    </div>
  );
}

type RequestFieldProps = {
  field: Field;
  /** The name of the field in a form without JavaScript. */
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A field of a request with its label. The list of fields above the form shows the field's constraints. */
function RequestField({ field, name, value, error, onChange }: RequestFieldProps) {
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
