import { type FieldMetadata, getTextareaProps } from '@conform-to/react';
import { FieldErrors } from '#app/forms/field.tsx';
import { maxAddresses } from '#domain/identity/settings/normalize-network.browser.ts';

type AllowedAddressesProps = {
  field: FieldMetadata<string | undefined>;
  /** The user's current address; empty if unknown. */
  address: string;
  /** Whether the saved list contains it. */
  isListed: boolean;
  /** Whether IP filtering is on. */
  isOn: boolean;
};

/** The addresses from which API keys work. */
export function AllowedAddresses({ field, address, isListed, isOn }: AllowedAddressesProps) {
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
      <FieldErrors errors={field.errors} id={field.errorId} />
      <p className="text-xs text-faint" id={hintId}>
        IPv4 or IPv6 addresses, or networks such as 198.51.100.0/24, separated by lines or commas.
        At most {maxAddresses}.
      </p>
      <CurrentAddress address={address} isListed={isListed} isOn={isOn} />
    </div>
  );
}

/** Shows the user's current address, and warns if filtering would lock out the consoles. */
function CurrentAddress({ address, isListed, isOn }: Omit<AllowedAddressesProps, 'field'>) {
  const shown = address ? <code className="font-mono break-all">{address}</code> : 'unknown';
  if (isListed) {
    return (
      <p className="text-xs text-faint">
        Your current address is {shown}, which is in the saved list.
      </p>
    );
  }
  return (
    <p className={`text-xs ${isOn ? 'text-bad' : 'text-faint'}`}>
      Your current address is {shown}, which is not in the saved list.{' '}
      {isOn
        ? 'The consoles call the API from this address, so their calls will be rejected. Add the address to use them.'
        : 'If you turn IP filtering on, calls from the consoles will be rejected.'}
    </p>
  );
}
