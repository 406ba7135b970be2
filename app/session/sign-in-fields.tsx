import type { FieldMetadata } from '@conform-to/react';
import { useLocation, useSubmit } from '@remix-run/react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { Field } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { passwordLengthLimits } from '#domain/identity/accounts/contract.browser.ts';

type PasswordFieldProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  /** The user's current password, a new password, or the repeated new password. */
  kind: 'current' | 'new' | 'repeated';
};

/** A password field. Password managers fill in a current password and suggest a new one. */
export function PasswordField({ field, label, kind }: PasswordFieldProps) {
  const hint = kind === 'new' ? `At least ${passwordLengthLimits.min} characters` : undefined;
  const autoComplete = kind === 'current' ? 'current-password' : 'new-password';
  return (
    <Field autoComplete={autoComplete} field={field} hint={hint} label={label} type="password" />
  );
}

/** Only browsers that use passkeys load the script. */
const loadScript = () => import('@simplewebauthn/browser');

/** Says why a browser neither used nor created a passkey. */
export function describePasskeyError(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError')
    return 'No passkey was used: the request was cancelled, or timed out.';
  if (name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  if (name === 'SecurityError') return 'Passkeys do not work at this address of the site.';
  return 'Your browser could not use a passkey. Try again, or sign in another way.';
}

type ButtonProps = {
  label: string;
  load: () => Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Receives the browser's response as JSON. */
  onResponse: (response: string) => void;
};

/** Asks for a passkey. Hidden without JavaScript, which passkeys need. */
export function PasskeyButton({ label, load, onResponse }: ButtonProps) {
  const hydrated = useHydrated();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function ask() {
    setBusy(true);
    setError(null);
    try {
      const [{ startAuthentication }, optionsJSON] = await Promise.all([loadScript(), load()]);
      onResponse(JSON.stringify(await startAuthentication({ optionsJSON })));
    } catch (thrown) {
      setError(describePasskeyError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-1.5">
      <button
        aria-disabled={busy}
        className="button-provider"
        hidden={!hydrated}
        onClick={() => busy || ask()}
        type="button"
      >
        {label}
      </button>
      <noscript>
        <p className="text-xs text-faint">Passkeys need JavaScript.</p>
      </noscript>
      {error ? (
        <p className="text-xs text-bad" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

async function loadSignInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const response = await fetch(paths.passkeyOptions, { method: 'POST' });
  if (!response.ok) throw new Error(`the options of a passkey were refused: ${response.status}`);
  return response.json();
}

type SignInProps = {
  /** Path to continue at after the sign-in. */
  to: string | null;
  /** Whether the email field of the page also offers passkeys. */
  autofill?: boolean;
};

/** Signs in with a passkey alone, by a button or by the suggestions of the email field. */
export function PasskeySignIn({ to, autofill = false }: SignInProps) {
  const submit = useSubmit();
  const { key } = useLocation();
  const send = useRef<(response: string) => void>(() => undefined);
  send.current = (passkey) =>
    submit({ passkey }, { method: 'post', action: to ? paths.loginThen(to) : paths.login });

  // The location's key changes when a refused passkey leads back to the page, which then needs a new challenge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!autofill) return;
    let left = false;
    offerInField((response) => !left && send.current(response));
    return () => {
      left = true;
      void loadScript().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [autofill, key]);

  return (
    <PasskeyButton
      label="Sign in with a passkey"
      load={loadSignInOptions}
      onResponse={(response) => send.current(response)}
    />
  );
}

/** Offers the passkeys of the site among the suggestions of the email field, in browsers that can do so. */
async function offerInField(onResponse: (response: string) => void): Promise<void> {
  if (typeof PublicKeyCredential === 'undefined') return;
  try {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadScript();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const optionsJSON = await loadSignInOptions();
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
    onResponse(JSON.stringify(response));
  } catch {
    // The offer is silent: it ends when the visitor signs in another way or leaves, and the button shows every error.
  }
}
