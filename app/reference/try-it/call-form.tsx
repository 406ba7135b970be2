import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Credentials, maskedCredentials } from '../call.ts';
import type { Field, OperationView, ParameterLocation } from '../contract.ts';
import { toCurl } from '../to-curl.ts';
import { BodyVariantSelect } from './body-variant-select.tsx';
import { CallResult, type CallState } from './call-result.tsx';
import { callWarning } from './call-warning.ts';
import { CodeBox } from './code-box.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { initialValues } from './initial-values.ts';
import { maskedValues } from './masked-values.ts';
import { HiddenFields, type NoScriptCall, readFormValues } from './no-script-call.tsx';
import { fieldKey, readRequest } from './read-request.ts';
import { RequestField } from './request-field.tsx';
import { type Result, sendCall } from './send-call.ts';

type CallFormProps = {
  operation: OperationView;
  /** Where others reach the API: what the command calls. */
  publicUrl: string;
  credentials: Credentials;
  /** Asks for the credentials, if it is given; else the call is made with those there are. */
  onCredentials?: (credentials: Credentials) => void;
  /** How the form is sent where there is no JavaScript; it is not, unless this is given. */
  plain?: NoScriptCall;
  /** Makes the call, where the page does not make it itself. */
  sendForm?: (form: HTMLFormElement) => Promise<Result>;
};

/** A form that makes a call for real, shows the same call as a command, and what came back. */
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
  const [chosen, setChosen] = useState(0);
  const [progress, setProgress] = useState<CallState>(() =>
    plain?.result ? { state: 'answered', result: plain.result } : { state: 'idle' },
  );
  const element = useRef<HTMLFormElement>(null);
  // What was typed before the script ran.
  useEffect(() => setValues((known) => ({ ...known, ...readFormValues(element.current) })), []);
  const form = body?.groups[chosen] ?? null;
  const { call, faults } = readRequest(operation, form, values, credentials);
  // The command is for screens and histories, so no secret stands in it.
  const masked = maskedCredentials(credentials.keyId);
  const shown = readRequest(operation, form, maskedValues(form, values), masked).call;
  const sending = progress.state === 'sending';

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending || Object.keys(faults).length > 0) return;
    setProgress({ state: 'sending' });
    try {
      const sent = sendForm ? sendForm(event.currentTarget) : sendCall(call);
      setProgress({ state: 'answered', result: await sent });
    } catch {
      setProgress({ state: 'failed' });
    }
  }

  const inputsOf = (place: ParameterLocation | 'body', fields: Field[]) =>
    fields.map((field) => {
      const key = fieldKey(place, field);
      return (
        <RequestField
          fault={faults[key]}
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
        {plain ? <HiddenFields hidden={plain.hidden} /> : null}
        <p className="border-l-2 border-airmail pl-3 text-sm text-faint">
          {callWarning(operation)}
        </p>
        {onCredentials ? (
          <CredentialFields access={access} credentials={credentials} onChange={onCredentials} />
        ) : null}
        {credentialFaultOf(faults)}
        {parameters.map(({ place, fields }) => inputsOf(place, fields))}
        {body ? (
          <BodyVariantSelect chosen={chosen} groups={body.groups} onChoose={setChosen} />
        ) : null}
        {form ? inputsOf('body', form.fields) : null}
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

function credentialFaultOf(faults: Record<string, string>) {
  const fault =
    faults['header.x-api-id'] ?? faults['header.x-api-key'] ?? faults['header.authorization'];
  return fault ? (
    <p className="text-xs text-bad" role="alert">
      {fault}
    </p>
  ) : null;
}
