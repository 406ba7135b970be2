import type { KeyName } from './contract.ts';

type KeyLabelProps = { keys: KeyName[]; keyId: string };

/** The name of the key that sent a message, or the API ID of a deleted key. */
export function KeyLabel({ keys, keyId }: KeyLabelProps) {
  const key = keys.find((one) => one.keyId === keyId);
  if (key) return <span title={keyId}>{key.name}</span>;
  return (
    <span title="This key is deleted">
      <code className="font-mono text-xs">{keyId}</code> <span className="sr-only">(deleted)</span>
    </span>
  );
}
