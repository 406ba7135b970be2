import { query } from '#platform/db.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { signingSecretColumn } from '../endpoints/signing-secret.ts';

/** Where events of an endpoint are posted, and how they are signed. */
export type Target = { url: string; secrets: string[] };

const statement = `
  SELECT e.url, s.id, s.user_id AS "userId", s.encrypted_secret AS encrypted
  FROM webhook_endpoints AS e JOIN webhook_secrets AS s ON s.endpoint_id = e.id
  WHERE e.id = $1 AND e.enabled AND (s.expires_at IS NULL OR s.expires_at > now())
  ORDER BY s.expires_at IS NOT NULL, s.id DESC`;

type Row = { url: string; id: string; userId: string; encrypted: Buffer };

async function load(endpointId: string): Promise<Target | null> {
  const rows = await query<Row>('load-webhook-target', statement, [endpointId]);
  const [first] = rows;
  if (!first) return null;
  return {
    url: first.url,
    secrets: rows.map(({ id, userId, encrypted }) =>
      signingSecretColumn.decrypt({ id, userId }, encrypted),
    ),
  };
}

/** Half of the second within which a change takes effect. Null if the endpoint is turned off or deleted. */
export const loadTarget = createTtlCache(load, { ttlMs: 500, max: 10_000 });
