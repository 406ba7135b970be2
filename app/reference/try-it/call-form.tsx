import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HiddenFields } from '#app/forms/hidden-fields.tsx';
import { type Credentials, maskedCredentials } from '../call.ts';
import type { Field, FieldGroup, OperationView, ParameterLocation } from '../contract.ts';
import { toCurl } from '../to-curl.ts';
import { BodyVariantSelect } from './body-variant-select.tsx';
import { CallResult, type CallState } from './call-result.tsx';
import { CodeBox } from './code-box.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { initialValues } from './initial-values.ts';
import { type NoScriptCall, readFormValues } from './no-script-call.ts';
import { fieldKey, readRequest, type Values } from './read-request.ts';
import { RequestField } from './request-field.tsx';
import { type Result, sendCall } from './send-call.ts';

type CallFormProps = {
  operation: OperationView;
  /** The public URL, for the curl command. */
  publicUrl: string;
  credentials: Credentials;
  /** If given, the form asks for credentials; otherwise it uses those it has. */
  onCredentials?: (credentials: Credentials) => void;
  /** If given, the form also works without JavaScript. */
  plain?: NoScriptCall;
  /** Makes the call in place of the browser. */
  sendForm?: (form: HTMLFormElement) => Promise<Result>;
};

/** A form that makes a real call, shows it as a curl command, and shows the response. */
export function CallForm({
  operation,
  publicUrl,
  credentials,
  onCredentials,
  plain,
  sendForm,
}: CallFormProps) {
  const { access, parameters, body } = operation;
  const [values, setValues] = useState(() => plain?.values ?? initialValues(operation));
  const [variant, setChosen] = useState(0);
  const [progress, setProgress] = useState<CallState>(() =>
    plain?.result ? { state: 'answered', result: plain.result } : { state: 'idle' },
  );
  const element = useRef<HTMLFormElement>(null);
  // Reads what was typed before hydration.
  useEffect(() => setValues((known) => ({ ...known, ...readFormValues(element.current) })), []);
  const form = body?.groups[variant] ?? null;
  const { call, errors } = readRequest(operation, form, values, credentials);
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

/** The values of a form with passwords masked. */
function maskedValues(form: FieldGroup | null, values: Values): Values {
  const secret = form?.fields.filter(({ control }) => control.kind === 'password') ?? [];
  const masks = secret.map((field) => [fieldKey('body', field), 'your_password'] as const);
  return { ...values, ...Object.fromEntries(masks) };
}
