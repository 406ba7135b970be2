import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { FieldErrors } from '#app/forms/field.tsx';
import { maxAddresses } from '#domain/identity/settings/parse-allowed-addresses.ts';

type AddressesProps = {
  field: FieldMetadata<string | undefined>;
  /** Where this browser comes from; empty if nobody knows. */
  address: string;
  /** Whether that is in the list as it is saved. */
  isListed: boolean;
  /** Whether the list counts now. */
  isOn: boolean;
};

/** The addresses that API keys work from. */
export function AllowedAddresses({ field, address, isListed, isOn }: AddressesProps) {
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getTextareaProps(field, { ariaDescribedBy: hintId });
  return (
    <div className="grid gap-1.5 px-5 py-4">
      <label className="text-sm font-medium" htmlFor={field.id}>
        Allowed addresses
      </label>
      <textarea
        {...input}
        autoCapitalize="off"
        autoComplete="off"
        className="input min-h-28 font-mono text-xs"
        key={key}
        placeholder={'203.0.113.7\n198.51.100.0/24\n2001:db8::/32'}
        rows={5}
        spellCheck={false}
      />
      <FieldErrors faults={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        IPv4 or IPv6 addresses, or networks such as 198.51.100.0/24, one a line or with commas
        between. {maxAddresses} at most.
      </p>
      <Here address={address} isListed={isListed} isOn={isOn} />
    </div>
  );
}

/** Where the user sits, so that nobody locks themselves out without being told. */
function Here({ address, isListed, isOn }: Omit<AddressesProps, 'field'>) {
  const shown = address ? <code className="font-mono break-all">{address}</code> : 'unknown';
  if (isListed) {
    return (
      <p className="text-xs text-faint">
        Your browser’s address now is {shown}, which is in the saved list.
      </p>
    );
  }
  return (
    <p className={`text-xs ${isOn ? 'text-bad' : 'text-faint'}`}>
      Your browser’s address now is {shown}, which is not in the saved list.{' '}
      {isOn
        ? 'The consoles call the API from this address, so their calls will be rejected. Add the address to use them.'
        : 'If you turn IP filtering on, calls from the consoles will be rejected.'}
    </p>
  );
}
