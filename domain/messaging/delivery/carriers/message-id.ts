/** How a carrier writes a message id in one kind of PDU. */
export type MessageIdFormat = 'text' | 'loose' | 'hex' | 'decimal';

/**
 * Maximum length of an id. SMPP 3.4 §5.2.23 allows 64 and a NUL; longer ids are compared by their
 * first 64 characters. An index entry of PostgreSQL holds 2,704 octets, and a longer id would fail
 * the whole batch, with the attempts or receipts of others.
 */
const maxLength = 64;

const patterns = { hex: /^(?:0x)?([0-9a-f]+)$/i, decimal: /^(\d+)$/ };

/**
 * Writes an id as the carrier's response had it, for a query. What normalizing has dropped is not known any more:
 * leading zeros, and capitals of hex digits.
 */
export const wireMessageId = (canonical: string, format: MessageIdFormat): string =>
  format === 'hex' && patterns.decimal.test(canonical) ? BigInt(canonical).toString(16) : canonical;

/**
 * Normalizes a message id so that submits and receipts can be compared.
 *
 * By the specification an id is opaque text (SMPP 3.4 §5.2.23), but some carriers answer a submit in
 * hexadecimal and name the same message in decimal in its receipt, or drop leading zeros or change case.
 * With `hex` or `decimal` both become one decimal number; with `loose`, letters of either case and leading zeros are the
 * same, as for what is no number in the other two: UUIDs, ids with a prefix.
 *
 * @param raw the id as received
 * @returns a decimal number without leading zeros; or the text without blanks and control characters, in lower case and without
 *   leading zeros unless the format is `text`
 */
export function canonicalMessageId(raw: string, format: MessageIdFormat): string {
  const id = raw.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength);
  if (format === 'text') return id;
  const digits = format === 'loose' ? undefined : patterns[format].exec(id)?.[1];
  if (digits === undefined) return id.toLowerCase().replace(/^0+(?=.)/, '');
  return BigInt(format === 'hex' ? `0x${digits}` : digits).toString();
}
