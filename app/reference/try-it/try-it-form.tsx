import { useState } from 'react';
import { useVisitor } from '#app/session/use-signed-in-user.ts';
import type { Credentials } from '../call.ts';
import type { OperationView } from '../contract.ts';
import { CallForm } from './call-form.tsx';

type TryItFormProps = { operation: OperationView; publicUrl: string; keyId: string | null };

/** The form of an operation's page, with fields for credentials. */
export default function Console({ keyId, ...given }: TryItFormProps) {
  const [credentials, change] = useCredentials(keyId);
  return <CallForm {...given} credentials={credentials} onCredentials={change} />;
}

/** The credentials that a reader typed in this tab, until the page is reloaded. */
let typed: { reader: string; credentials: Credentials } | null = null;

/**
 * The credentials of the "Try it" forms, which all operations share. Kept only in memory.
 *
 * @param keyId the reader's API ID; another reader in the same tab starts empty
 */
function useCredentials(keyId: string | null) {
  const reader = `${useVisitor()?.name ?? 'nobody'} ${keyId}`;
  const [credentials, set] = useState<Credentials>(() => {
    if (typed?.reader !== reader) typed = null;
    return typed?.credentials ?? { keyId: keyId ?? '', secretKey: '', token: '' };
  });
  function change(next: Credentials) {
    typed = { reader, credentials: next };
    set(next);
  }
  return [credentials, change] as const;
}
