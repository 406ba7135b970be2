import { isLocal } from './https-only.ts';

/**
 * Whether people other than its operator reach an installation: in production, at a `PUBLIC_URL` that is not of its own
 * machine or network. Elsewhere things are tried out.
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
