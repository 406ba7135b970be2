import { query } from '#platform/db.server.ts';

/** A header that its account wants to use, and approved headers of others that look like it. */
export type PendingHeader = {
  userId: string;
  header: string;
  entityId: string;
  entityName: string;
  createdAt: Date;
  /** The uploaded file that shows whose it is, or null. */
  evidence: { name: string; type: string } | null;
  lookAlikes: { userId: string; header: string }[];
};

/** Of each account the oldest first, so that one that registers a thousand does not keep the others waiting. */
const pending = `
  WITH waiting AS (
    SELECT user_id, header, entity_id, likeness, created_at,
      row_number() OVER (PARTITION BY user_id ORDER BY created_at, header) AS place
    FROM dlt_headers WHERE status = 'pending'
    ORDER BY place, created_at, user_id LIMIT $1
  )
  SELECT h.user_id AS "userId", h.header, h.entity_id AS "entityId", n.name AS "entityName",
    h.created_at AS "createdAt",
    CASE WHEN e.header IS NOT NULL THEN json_build_object('name', e.name, 'type', e.type) END AS evidence,
    coalesce((
      SELECT json_agg(json_build_object('userId', o.user_id, 'header', o.header) ORDER BY o.header, o.user_id)
      FROM dlt_headers AS o
      WHERE o.likeness = h.likeness AND o.user_id <> h.user_id AND o.status NOT IN ('pending', 'declined')
    ), '[]') AS "lookAlikes"
  FROM waiting AS h JOIN dlt_entities AS n USING (user_id, entity_id)
  LEFT JOIN dlt_header_evidence AS e USING (user_id, header)
  ORDER BY h.place, h.created_at, h.user_id`;

/** The headers that wait for the operator's decision: the oldest of each account, then the second of each. */
export const listPendingHeaders = (limit: number): Promise<PendingHeader[]> =>
  query<PendingHeader>('pending-dlt-headers', pending, [limit]);
