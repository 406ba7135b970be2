import { isLocal } from './https-only.ts';

/**
 * Whether people other than the operator can reach an installation. This is assumed for an installation in production whose
 * `PUBLIC_URL` has a host outside the machine and its network. In all other installations, the operator only tries out the
 * product.
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
