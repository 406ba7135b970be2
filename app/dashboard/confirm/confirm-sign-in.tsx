import { Form, Link, useLocation, useSubmit } from '@remix-run/react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useId } from 'react';
import { z } from 'zod';
import { FormIntent, SubmitButton } from '#app/forms/buttons.tsx';
import { PasskeyButton } from '#app/session/sign-in-fields.tsx';

/** The form that asks for the password again before another form is processed. */
export const confirmForm = z.object({
  confirmPassword: z.string().min(1, 'Please enter your password').max(1_000),
  confirmCode: z.string().max(60).optional(),
});

/** The reply to a form that needs a more recent sign-in. */
export type ConfirmAsk = {
  /** The fields of the original form, which are submitted again. */
  fields: [name: string, value: string][];
  /** What is wrong with the entered password; null if none was entered. */
  error: string | null;
  /** False for an account without a password, whose owner signs in again with a provider. */
  hasPassword: boolean;
  /** Whether the user must also enter a code of the authenticator app, or a recovery code. */
  needsCode: boolean;
  /** What the browser passes to a passkey of the user; null if the user has none. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
  /** Other ways to log in again. */
  links: { label: string; href: string }[];
};

/** The reply of an action that may ask for a confirmation. */
export type MaybeConfirm = { confirm?: ConfirmAsk } | undefined;

/** Asks for the password before a form is processed, or for a new sign-in if the account has no password. */
export function ConfirmSignIn({ confirm }: { confirm: ConfirmAsk }) {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const { fields, hasPassword, needsCode, links, error } = confirm;
  return (
    <section aria-labelledby="confirm-title" className="card grid max-w-md gap-5 p-5">
      <div className="grid gap-1">
        <h2 className="text-sm font-medium" id="confirm-title">
          Confirm that it is you
        </h2>
        <p className="text-sm text-faint">
          {hasPassword
            ? `Your last login was more than 15 minutes ago${needsCode ? ', or without a code. Enter your password and a code' : '. Enter your password'} to continue.`
            : 'Your last login was more than 15 minutes ago. Log in again to continue; you will return to this page.'}
        </p>
      </div>
      {hasPassword ? (
        <PasswordForm error={error} fields={fields} here={here} needsCode={needsCode} />
      ) : null}
      {confirm.passkey ? (
        <PasskeyConfirmation fields={fields} here={here} options={confirm.passkey} />
      ) : null}
      {links.length > 0 ? (
        <div className="grid justify-items-start gap-3">
          {links.map(({ label, href }) => (
            <a className="button-quiet" href={href} key={href}>
              {label}
            </a>
          ))}
        </div>
      ) : null}
      <p className="text-sm">
        <Link className="link" replace to={here}>
          Cancel
        </Link>
      </p>
    </section>
  );
}

type PasswordFormProps = Pick<ConfirmAsk, 'fields' | 'error' | 'needsCode'> & { here: string };

function PasswordForm({ fields, error, needsCode, here }: PasswordFormProps) {
  const id = useId();
  return (
    <Form action={here} className="grid gap-5" method="post">
      {fields.map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor={id}>
          Password
        </label>
        <input
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          autoComplete="current-password"
          // biome-ignore lint/a11y/noAutofocus: the visitor has just requested the action that this unlocks
          autoFocus
          className="input"
          id={id}
          maxLength={1_000}
          name="confirmPassword"
          required
          type="password"
        />
      </div>
      {needsCode ? (
        <div className="grid gap-1.5">
          <label className="text-sm font-medium" htmlFor={`${id}-code`}>
            Code
          </label>
          <input
            aria-describedby={`${id}-code-hint`}
            autoComplete="one-time-code"
            className="input"
            id={`${id}-code`}
            maxLength={60}
            name="confirmCode"
            required
          />
          <p className="text-xs text-faint" id={`${id}-code-hint`}>
            From your authenticator app, or a recovery code.
          </p>
        </div>
      ) : null}
      {error ? (
        <p className="text-xs text-bad" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
      <div>
        <FormIntent.Provider value={findIntent(fields)}>
          <SubmitButton busy="Confirming...">Continue</SubmitButton>
        </FormIntent.Provider>
      </div>
    </Form>
  );
}

type PasskeyProps = {
  fields: ConfirmAsk['fields'];
  here: string;
  options: NonNullable<ConfirmAsk['passkey']>;
};

/** Submits the form again with the response of a passkey. */
function PasskeyConfirmation({ fields, here, options }: PasskeyProps) {
  const submit = useSubmit();
  return (
    <PasskeyButton
      label="Use a passkey"
      load={() => Promise.resolve(options)}
      onResponse={(response) => {
        const body = new FormData();
        for (const [name, value] of fields) body.append(name, value);
        body.append('confirmPasskey', response);
        submit(body, { method: 'post', action: here });
      }}
    />
  );
}

const findIntent = (fields: ConfirmAsk['fields']) =>
  fields.find(([name]) => name === 'intent')?.[1];
