import { isLocal } from './https-only.ts';

/**
 * Whether people other than the operator can reach the installation. Assumed in production if the host of `PUBLIC_URL` is
 * outside the machine and its network. Otherwise the operator is only trying the product out.
 */
export function isReached({
  isProduction,
  getValue,
}: {
  isProduction: boolean;
  getValue: (name: string) => string | undefined;
}): boolean {
  const address = getValue('PUBLIC_URL') ?? '';
  return isProduction && URL.canParse(address) && !isLocal(new URL(address).hostname);
}
