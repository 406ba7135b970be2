import { recordAudit } from '#domain/audit/record-audit.ts';
import { likenessOf } from '#domain/dlt/registry/header-decisions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import type {
  Complaint,
  ComplaintDecision,
  ComplaintInput,
  ComplaintOutcome,
} from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    cmp: 'complaints';
  }
}

const columns = `
  id, number, received_at AS "receivedAt", header, template_id AS "templateId", reference, detail, user_id AS "userId",
  message_id AS "messageId", outcome, finding, created_at AS "createdAt", decided_at AS "decidedAt"`;

const dayMs = 86_400_000;

/** The maximum number of accounts with the same header in which a message is searched. */
const maxAccounts = 50;

type Found = { messageId: string; userId: string; templateId: string | null };

/**
 * Among the messages that were sent to a number with a header, finds the message that is nearest to a time. No index
 * finds a number over all accounts, so the statement first finds the accounts with this header, by the index on
 * likeness.
 */
const nearest = `
  WITH accounts AS (
    SELECT user_id FROM dlt_headers WHERE likeness = $1 AND header = $2 ORDER BY user_id LIMIT ${maxAccounts}
  )
  SELECT m.id AS "messageId", m.user_id AS "userId", m.template_id AS "templateId"
  FROM accounts AS a, LATERAL (
    SELECT id, user_id, template_id, created_at FROM messages
    WHERE user_id = a.user_id AND recipient = $3 AND id >= $4 AND id < $5 AND sender = $2 AND livemode
  ) AS m
  ORDER BY abs(extract(epoch FROM m.created_at - $6::timestamptz)), m.id LIMIT 1`;

const byId = `
  SELECT id AS "messageId", user_id AS "userId", template_id AS "templateId" FROM messages
  WHERE id = $1 AND recipient = $2`;

async function findMessage(
  { number, header, receivedAt, messageId }: ComplaintInput,
  tx: Transaction,
): Promise<Found | null> {
  if (messageId !== undefined) {
    const [given] = await query<Found>('complaint-message', byId, [messageId, number], tx);
    if (given) return given;
    const message = 'There is no message with this id to this number.';
    throw new DomainError('invalid_parameter', { param: 'messageId', message });
  }
  const at = receivedAt.getTime();
  const range = [minIdAt('msg', at - 3 * dayMs), minIdAt('msg', at + dayMs)];
  const values = [likenessOf(header), header, number, ...range, receivedAt];
  const [found] = await query<Found>('nearest-complaint-message', nearest, values, tx);
  return found ?? null;
}

const insert = `
  INSERT INTO complaints
    (id, number, received_at, header, template_id, reference, detail, user_id, message_id, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())`;

/**
 * Records a complaint, and links the message and the account that it is about, if they can be found.
 *
 * @param input `number` in E.164
 * @returns the complaint's id
 * @throws DomainError `invalid_parameter` if the named message does not exist, or went to another number
 */
export function recordComplaint(input: ComplaintInput): Promise<string> {
  const { number, receivedAt, header, templateId, reference, detail } = input;
  const id = newId('cmp');
  return transaction(async (tx) => {
    const found = await findMessage(input, tx);
    const given = [id, number, receivedAt, header];
    const rest = [templateId ?? found?.templateId ?? null, reference ?? null, detail];
    const link = [found?.userId ?? null, found?.messageId ?? null];
    await query('insert-complaint', insert, [...given, ...rest, ...link], tx);
    await recordAudit(tx, {
      accountId: null,
      action: 'complaint.create',
      targets: [{ type: 'complaint', id }],
      after: { header, messageId: found?.messageId ?? null },
    });
    return id;
  });
}

/** An outcome can be changed, because an access provider may appeal; the audit trail keeps the earlier one. */
const decide = `
  UPDATE complaints SET outcome = $2::complaint_outcome, finding = $3, decided_at = now() WHERE id = $1 RETURNING id`;

/** Decides a complaint, or changes the decision. @throws DomainError `not_found` */
export async function decideComplaint(
  id: string,
  { outcome, finding }: ComplaintDecision,
): Promise<void> {
  await transaction(async (tx) => {
    const decided = await query('decide-complaint', decide, [id, outcome, finding], tx);
    if (decided.length === 0) throw new DomainError('not_found');
    await recordAudit(tx, {
      accountId: null,
      action: 'complaint.decide',
      targets: [{ type: 'complaint', id }],
      after: { outcome },
      reason: finding,
    });
  });
}

type ComplaintFilter = {
  /** The number in E.164. */
  number?: string | undefined;
  header?: string | undefined;
  /** The time range in which the complaint was received; `to` is exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  outcome?: ComplaintOutcome | undefined;
};

const list = `
  SELECT ${columns} FROM complaints
  WHERE ($1::text IS NULL OR number = $1) AND ($2::text IS NULL OR header = $2)
    AND ($3::timestamptz IS NULL OR received_at >= $3) AND ($4::timestamptz IS NULL OR received_at < $4)
    AND ($5::complaint_outcome IS NULL OR outcome = $5)
    AND ($6::timestamptz IS NULL OR (received_at, id) < ($6, $7))
  ORDER BY received_at DESC, id DESC LIMIT $8`;

type Place = Pick<Complaint, 'id' | 'receivedAt'>;

/**
 * Lists complaints, the latest received first.
 *
 * @param after the last complaint of the previous page
 */
export function listComplaints(
  { number, header, from, to, outcome }: ComplaintFilter,
  { limit, after }: { limit: number; after?: Place | undefined },
): Promise<Complaint[]> {
  const filter = [number, header, from, to, outcome].map((value) => value ?? null);
  const place = [after?.receivedAt ?? null, after?.id ?? null];
  return query('list-complaints', list, [...filter, ...place, limit]);
}

/** Reads a complaint. @throws DomainError `not_found` */
export async function getComplaint(id: string): Promise<Complaint> {
  const select = `SELECT ${columns} FROM complaints WHERE id = $1`;
  const [found] = await query<Complaint>('get-complaint', select, [id]);
  if (!found) throw new DomainError('not_found');
  return found;
}

/** Deletes complaints that were received three years ago. @returns how many */
export async function purgeComplaints(): Promise<number> {
  const purge = `DELETE FROM complaints WHERE received_at < now() - interval '3 years' RETURNING 1`;
  return (await query('purge-complaints', purge, [])).length;
}
