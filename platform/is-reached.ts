import { isLocal } from './https-only.ts';

/**
 * Whether people other than the operator can reach an installation: in production, at a `PUBLIC_URL` outside the machine and
 * its network. Other installations are for trying things out.
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
