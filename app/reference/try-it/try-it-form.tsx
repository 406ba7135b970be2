import type { OperationView } from '../contract.ts';
import { CallForm } from './call-form.tsx';
import { useCredentials } from './use-credentials.ts';

type TryItFormProps = { operation: OperationView; publicUrl: string; keyId: string | null };

/** The form of an operation's page, with fields for credentials. */
export default function Console({ keyId, ...given }: TryItFormProps) {
  const [credentials, change] = useCredentials(keyId);
  return <CallForm {...given} credentials={credentials} onCredentials={change} />;
}
