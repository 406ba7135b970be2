/** How a carrier writes a message id in one kind of PDU. */
export type MessageIdFormat = 'text' | 'hex' | 'decimal';

/**
 * Characters of an id that count. SMPP 3.4 §5.2.23 allows 64 and a NUL. A carrier that sends more is
 * compared by the first 64: an index entry of PostgreSQL holds 2,704 octets, and a longer id would
 * make it refuse the whole flush, with the attempts or receipts of others.
 */
const most = 64;

const patterns = { hex: /^(?:0x)?([0-9a-f]+)$/i, decimal: /^(\d+)$/ };

/**
 * The form in which ids of submits and receipts are compared.
 *
 * By the specification an id is opaque text (SMPP 3.4 §5.2.23), but carriers exist that answer a
 * submit in hexadecimal and name the same message in decimal in its receipt, or that drop leading
 * zeros or change case on the way. With the formats configured, both become one decimal number.
 *
 * @param raw the id as received
 * @returns a decimal number without leading zeros, or the text without blanks and control characters where the format is `text`
 *   or the id is no such number
 */
export function canonicalMessageId(raw: string, format: MessageIdFormat): string {
  const id = raw.replace(/[^\x21-\x7e]/g, '').slice(0, most);
  if (format === 'text') return id;
  const digits = patterns[format].exec(id)?.[1];
  if (digits === undefined) return id;
  return BigInt(format === 'hex' ? `0x${digits}` : digits).toString();
}
