import { recordAudit } from '#domain/audit/record-audit.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { dltSettings } from '../settings.ts';
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

/** A header that waits for the operator's decision, with similar approved headers of other accounts. */
export type WaitingHeader = {
  userId: string;
  header: string;
  entityId: string;
  entityName: string;
  createdAt: Date;
  /** The uploaded evidence of ownership, or null. */
  evidence: { name: string; type: string } | null;
  /** Why the header was declined before its owner uploaded new evidence; null if it was not declined. */
  declinedFor: string | null;
  /** `userId` is null for the installation's own header. */
  lookAlikes: { userId: string | null; header: string }[];
};

/**
 * Lists the oldest header of each account first, so that an account with a thousand headers does not delay other accounts.
 */
const waiting = `
  WITH waiting AS (
    SELECT h.user_id, h.header, h.entity_id, h.likeness, h.created_at, e.name, e.type,
      CASE WHEN h.status = 'declined' THEN h.reason END AS declined_for,
      row_number() OVER (PARTITION BY h.user_id ORDER BY h.created_at, h.header) AS place
    FROM dlt_headers AS h LEFT JOIN dlt_header_evidence AS e USING (user_id, header)
    WHERE h.status = 'pending' OR (h.status = 'declined' AND e.created_at > h.decided_at)
    ORDER BY place, h.created_at, h.user_id LIMIT $1
  )
  SELECT h.user_id AS "userId", h.header, h.entity_id AS "entityId", n.name AS "entityName",
    h.created_at AS "createdAt", h.declined_for AS "declinedFor",
    CASE WHEN h.name IS NOT NULL THEN json_build_object('name', h.name, 'type', h.type) END AS evidence,
    coalesce((
      SELECT json_agg(json_build_object('userId', o.user_id, 'header', o.header) ORDER BY o.header, o.user_id)
      FROM dlt_headers AS o
      WHERE o.likeness = h.likeness AND o.user_id <> h.user_id AND o.status NOT IN ('pending', 'declined')
    ), '[]') AS "lookAlikes"
  FROM waiting AS h JOIN dlt_entities AS n USING (user_id, entity_id)
  ORDER BY h.place, h.created_at, h.user_id`;

/** Characters and pairs of characters that look alike, with the character that replaces them in `likenessOf`. */
const readAs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1il]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/8/g, 'b'],
  [/2/g, 'z'],
  [/6/g, 'g'],
];

/**
 * Returns a text that is the same for headers that recipients may confuse, such as `HDFCBK`, `hdfcbk` and `HDFC8K`. A
 * header of digits is returned unchanged, because it does not look like a name.
 */
export const likenessOf = (header: string): string =>
  /^\d+$/.test(header)
    ? header
    : readAs.reduce((text, [same, one]) => text.replace(same, one), header.toLowerCase());

/**
 * Lists the headers that wait for the operator's decision, including declined headers with newer evidence. The oldest header of
 * each account comes first, then the second oldest header of each account, and so on.
 */
export async function listWaitingHeaders(limit: number): Promise<WaitingHeader[]> {
  const found = await query<WaitingHeader>('waiting-dlt-headers', waiting, [limit]);
  const header = dltSettings.DEFAULT_SENDER_ID;
  return found.map((one) =>
    one.userId !== dltSettings.DLT_INSTALLATION_ACCOUNT &&
    likenessOf(one.header) === likenessOf(header)
      ? { ...one, lookAlikes: [{ userId: null, header }, ...one.lookAlikes] }
      : one,
  );
}

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    dec: 'dlt_header_decisions';
  }
}

/** A decision of the installation's operator on a header. The header's owner sees the reason. */
type HeaderDecision =
  | { status: 'approved'; reason?: string }
  | { status: 'declined'; reason: string };

const isOff = `status IN ('inactive', 'suspended', 'blacklisted')`;

/**
 * If the header is inactive, suspended or blacklisted, an approval changes neither this status nor its reason. The owner
 * enables the header with `changeHeader`.
 */
const decide = `
  UPDATE dlt_headers AS h SET decided_at = $5,
    status = CASE WHEN $3 = 'approved' AND ${isOff} THEN status ELSE $3::dlt_header_status END,
    reason = CASE WHEN $3 = 'approved' AND ${isOff} THEN reason ELSE $4 END
  FROM users AS u WHERE h.user_id = $1 AND h.header = $2 AND u.id = $1 RETURNING u.email`;

const record = `
  INSERT INTO dlt_header_decisions
    (id, user_id, header, decision, reason, decided_by, decided_at, evidence_name, evidence_sha256)
  SELECT $1, $2, $3, $4::dlt_header_verdict, $5, $6, $7, e.name, sha256(e.bytes)
  FROM (SELECT) AS one LEFT JOIN dlt_header_evidence AS e ON e.user_id = $2 AND e.header = $3
  RETURNING evidence_name AS name, encode(evidence_sha256, 'hex') AS sha256`;

/** The evidence at the time of the decision; both fields are null if there was no evidence. */
export type DecidedEvidence = { name: string | null; sha256: string | null };

/**
 * Approves or declines a header of an account on behalf of the operator of the installation, and emails the account's
 * owner.
 *
 * @param decidedBy the operator's name, for the record
 * @returns the evidence that is recorded with the decision
 * @throws DomainError `not_found` if the account has no such header
 */
export async function decideHeader(
  userId: string,
  header: string,
  decision: HeaderDecision,
  decidedBy = 'operator',
): Promise<DecidedEvidence> {
  const evidence = await changeRegistry(userId, async (tx) => {
    const decided = await decideWithin(tx, userId, header, decision, decidedBy);
    await enqueueEmail('dlt_header_decided', decided.email, tx, decided.id);
    await recordAudit(tx, {
      accountId: userId,
      action: decision.status === 'approved' ? 'header.approve' : 'header.refuse',
      targets: [{ type: 'header', id: header }],
      after: { state: decision.status },
      reason: decision.reason ?? null,
    });
    return decided.evidence;
  });
  logger.info(
    { accountId: userId, header, decision: decision.status, decidedBy, evidence: evidence.sha256 },
    'decided on a DLT header',
  );
  return evidence;
}

/**
 * Approves or declines a header within a transaction of `changeRegistry`, without an email to the owner.
 *
 * @returns the decision's id, the evidence that is recorded with it, and the address of the account's owner
 */
export async function decideWithin(
  tx: Transaction,
  userId: string,
  header: string,
  { status, reason = null }: { status: HeaderDecision['status']; reason?: string | null },
  decidedBy: string,
): Promise<{ id: string; email: string; evidence: DecidedEvidence }> {
  const now = clock.now();
  const values = [userId, header, status, reason, now];
  const [decided] = await query<{ email: string }>('decide-dlt-header', decide, values, tx);
  if (!decided) throw new DomainError('not_found');
  const id = newId('dec', now.getTime());
  const recorded = [id, userId, header, status, reason, decidedBy, now];
  const [evidence] = await query<DecidedEvidence>('record-dlt-decision', record, recorded, tx);
  return { id, email: decided.email, evidence: evidence ?? { name: null, sha256: null } };
}

type Decided = {
  /** The user's name. */
  name: string;
  header: string;
  isApproved: boolean;
  /** Why the header was declined; null if the operator gave no reason. */
  reason: string | null;
};

/** The email to the owner about the operator's decision on a header. */
function headerDecidedEmail({ name, header, isApproved, reason }: Decided): EmailContent {
  const outcome = isApproved ? 'approved' : 'declined';
  return {
    subject: `Your header ${header} was ${outcome}`,
    name,
    heading: `${header} was ${outcome}`,
    paragraphs: isApproved
      ? [`You can send messages from ${header} now: pass it as sender_id.`]
      : [
          `We cannot let you send messages from ${header}. The reason: ${reason}`,
          'If you can show that it is registered to your business, add a letter of your DLT portal as evidence. We will then look at it again.',
        ],
  };
}

/** Loads the email about a decision; null if the account has been deleted. */
export async function loadHeaderDecidedEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const decided = await prisma.dltHeaderDecision.findUnique({ where: { id: about ?? '' } });
  if (!decided) return null;
  const user = await prisma.user.findUnique({ where: { id: decided.userId } });
  if (!user) return null;
  const { header, decision, reason } = decided;
  const isApproved = decision === 'approved';
  const name = emailGreetingName(user);
  return { to: user.email, content: headerDecidedEmail({ name, header, isApproved, reason }) };
}
