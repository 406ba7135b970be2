import { useState } from 'react';
import { useVisitor } from '#app/session/use-visitor.ts';
import type { Credentials } from '../call.ts';

/** What was typed in this tab, and whose page it was; it is gone when the tab is loaded anew. */
let kept: { reader: string; credentials: Credentials } | null = null;

/**
 * The credentials for "Try it", from one operation to the next. They are in memory alone: nothing of
 * them is stored.
 *
 * @param keyId the reader's API ID. Another reader in the same tab begins with nothing
 */
export function useCredentials(keyId: string | null) {
  const reader = `${useVisitor()?.name ?? 'nobody'} ${keyId}`;
  const [credentials, set] = useState<Credentials>(() => {
    if (kept?.reader !== reader) kept = null;
    return kept?.credentials ?? { keyId: keyId ?? '', secretKey: '', token: '' };
  });
  function change(next: Credentials) {
    kept = { reader, credentials: next };
    set(next);
  }
  return [credentials, change] as const;
}
