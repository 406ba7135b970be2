import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { changeRegistry } from './change-registry.ts';
import { type evidenceTypes, maxEvidence } from './contract.browser.ts';

/** The maximum total size of an account's evidence files, in bytes. */
const maxEvidenceTogether = 4 * maxEvidence;

/** The first bytes of each file type. */
const signatures: readonly (readonly [(typeof evidenceTypes)[number], readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
];

/** A file that proves the ownership of a header, for example a letter of the DLT portal. */
export type Evidence = { name: string; type: string; bytes: Uint8Array };

const replace = `
  INSERT INTO dlt_header_evidence (user_id, header, name, type, bytes, created_at)
  SELECT user_id, header, $3, $4, $5, $6 FROM dlt_headers WHERE user_id = $1 AND header = $2
  ON CONFLICT (user_id, header) DO UPDATE
  SET name = excluded.name, type = excluded.type, bytes = excluded.bytes, created_at = excluded.created_at
  RETURNING (SELECT coalesce(sum(octet_length(e.bytes)), 0) FROM dlt_header_evidence AS e
    WHERE e.user_id = $1 AND e.header <> $2) AS others`;

/**
 * Stores a file as the evidence of a header, and replaces an earlier file. The first bytes determine the file type.
 *
 * @param file `name` is the name of the file on the user's device
 * @param param the field of the request that had the file, for errors
 * @throws DomainError `invalid_parameter` if the file is too large or has another type, `not_found` if the account has no
 *   such header
 */
export async function addEvidence(
  userId: string,
  header: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
  param = 'content',
): Promise<void> {
  const refused = (message: string) => new DomainError('invalid_parameter', { param, message });
  const type = signatures.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0];
  if (type === undefined) throw refused('Evidence is a PDF, PNG or JPEG file.');
  if (bytes.byteLength > maxEvidence) throw refused('Evidence has at most 5 MiB.');
  const values = [userId, header, toFileName(name), type, Buffer.from(bytes), clock.now()];
  const keep = async (tx: Transaction) => {
    const [kept] = await query<{ others: number }>('replace-dlt-evidence', replace, values, tx);
    if (!kept) throw new DomainError('not_found');
    if (kept.others + bytes.byteLength <= maxEvidenceTogether) return;
    throw refused('The evidence files of an account have at most 20 MiB together.');
  };
  await changeRegistry(userId, keep, undefined, {
    action: 'header.evidence',
    targets: [{ type: 'header', id: header }],
  });
}

/**
 * Makes a file name that is safe in a terminal and in an HTTP header. Replaces slashes, quotes, control characters, and
 * characters that change the writing direction.
 */
const toFileName = (name: string): string =>
  name.replace(/[\p{C}/\\"]/gu, '_').slice(0, 100) || 'evidence';

/**
 * Reads the evidence of a header.
 *
 * @throws DomainError `not_found` if the header does not exist or has no evidence
 */
export async function readEvidence(userId: string, header: string): Promise<Evidence> {
  const statement =
    'SELECT name, type, bytes FROM dlt_header_evidence WHERE user_id = $1 AND header = $2';
  const [found] = await query<Evidence>('read-dlt-evidence', statement, [userId, header]);
  if (!found) throw new DomainError('not_found');
  return found;
}
