import { linkLike } from '#domain/notifications/email/contract.ts';

/** Letters of any script, digits, and what names of brands have between them. */
const plain = /^[\p{L}\p{M}\p{N} .&'’+-]{1,30}$/u;

/** A telephone number, in any spelling. */
const maxDigits = 4;

/**
 * A service's name as an email shows it. The owner of the account chooses both name and address, and the
 * recipient has no account, so a name must not be able to carry a message of its own. What looks like a link or a number to call is left out.
 *
 * @returns empty if it is left out
 */
export function toShownName(name: string): string {
  const shown = name.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const digits = shown.match(/\p{N}/gu)?.length ?? 0;
  if (!plain.test(shown) || linkLike.test(shown) || digits > maxDigits) return '';
  return shown;
}
