import { messageSettings } from '#domain/messaging/messages/settings.ts';
import { query } from '#platform/db.ts';
import { dltSettings } from '../sending/settings.ts';
import { likenessOf } from './look-alikes.ts';

/** A header that its account wants to use, and approved headers of others that look like it. */
export type WaitingHeader = {
  userId: string;
  header: string;
  entityId: string;
  entityName: string;
  createdAt: Date;
  /** The uploaded file that shows whose it is, or null. */
  evidence: { name: string; type: string } | null;
  /** Why it was declined before this evidence; null if it was never decided. */
  declinedFor: string | null;
  /** `userId` is null for the installation's own header. */
  lookAlikes: { userId: string | null; header: string }[];
};

/** Of each account the oldest first, so that one that registers a thousand does not keep the others waiting. */
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

/**
 * The headers that wait for the operator's decision, also declined ones with newer evidence: the oldest of each account,
 * then the second of each.
 */
export async function listWaitingHeaders(limit: number): Promise<WaitingHeader[]> {
  const found = await query<WaitingHeader>('waiting-dlt-headers', waiting, [limit]);
  const header = messageSettings.DEFAULT_SENDER_ID;
  return found.map((one) =>
    one.userId !== dltSettings.DLT_INSTALLATION_ACCOUNT &&
    likenessOf(one.header) === likenessOf(header)
      ? { ...one, lookAlikes: [{ userId: null, header }, ...one.lookAlikes] }
      : one,
  );
}
