import { enqueueEmail } from '#domain/notifications/channels/enqueue-email.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { changeRegistry } from './change-registry.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    dec: 'dlt_header_decisions';
  }
}

/** What the operator of the installation decides of a header; the reason is for its owner. */
export type HeaderDecision =
  | { status: 'approved'; reason?: string }
  | { status: 'declined'; reason: string };

const isOff = `status IN ('inactive', 'suspended', 'blacklisted')`;

/** What DLT says of a header stays when it is approved, with who reported it: `changeHeader` turns it on again. */
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

/** The file that was there to look at, as it is recorded; both are null if there was none. */
export type DecidedEvidence = { name: string | null; sha256: string | null };

/**
 * Approves or declines a header of an account, on behalf of the operator of the installation, and notifies its owner.
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
    return decided.evidence;
  });
  logger.info(
    { accountId: userId, header, decision: decision.status, decidedBy, evidence: evidence.sha256 },
    'DLT header decided',
  );
  return evidence;
}

/**
 * Decides within a change of the account's registry, and notifies nobody.
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
