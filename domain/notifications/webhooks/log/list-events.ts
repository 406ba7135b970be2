import { type Page, toPage } from '#domain/shared/page.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { EventOutput, ListEventsInput } from '../contract.browser.ts';
import { type EventRow, eventColumns, isOfModeSql } from './event-row.ts';
import { toEventOutput } from './to-event-output.ts';

/**
 * How many events a page looks at. If fewer pass the filters than fit, the page is short, or empty, and says where to go
 * on, so that it costs no more than that, however many events an account has.
 */
const maxLookedAt = 10_000;

/**
 * $2: the endpoint, or null for all. The events of an endpoint have an index, which does not name the account: it serves only
 * endpoints that the account has. Of others, which are deleted or a stranger's, the index of the account's events is read.
 */
const statementFor = (isOwn: boolean) => `
  WITH looked_at AS MATERIALIZED (
    SELECT * FROM webhook_events
    WHERE user_id = $1 ${isOwn ? 'AND endpoint_id = $2' : ''} AND id < $3 AND id >= $7
    ORDER BY id DESC LIMIT ${maxLookedAt}
  ),
  page AS (
    SELECT * FROM looked_at
    WHERE ($2::text IS NULL OR endpoint_id = $2) AND ($4::text IS NULL OR type = $4)
      AND ($5::text IS NULL OR state = $5::webhook_event_state) AND ${isOfModeSql('looked_at', '$8')}
    ORDER BY id DESC LIMIT $6
  )
  SELECT ${eventColumns}, NULL AS stop FROM page AS e LEFT JOIN webhook_queue AS q ON q.event_id = e.id
  UNION ALL
  SELECT ${eventColumns}, e.id FROM looked_at AS e LEFT JOIN webhook_queue AS q ON false
  WHERE e.id = (SELECT min(id) FROM looked_at HAVING count(*) = ${maxLookedAt})
  ORDER BY stop NULLS FIRST, id DESC`;

type ListInput = ListEventsInput & { livemode?: boolean | undefined };

const ofAccount = statementFor(false);
const ofOwnEndpoint = statementFor(true);

const isOwn = 'SELECT 1 FROM webhook_endpoints WHERE id = $1 AND user_id = $2';

async function hasEndpoint(userId: string, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  return (await query('has-webhook-endpoint', isOwn, [id, userId])).length > 0;
}

/**
 * A page of an account's events, the newest first, as keys of a mode see them, or of both. It looks at 10,000 events at most.
 */
export async function listEvents(
  userId: string,
  { limit, after, endpoint, type, status, from, to, livemode }: ListInput,
): Promise<Page<EventOutput>> {
  // Ids begin with the time of recording, so one index serves both the time range and the page.
  const since = minIdAt('evt', from === undefined ? 0 : Date.parse(from));
  const end = minIdAt('evt', to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
  const until = after !== undefined && after < end ? after : end;
  const filters = [endpoint ?? null, until, type ?? null, status ?? null];
  const values = [userId, ...filters, limit + 1, since, livemode ?? null];
  const [name, sql] = (await hasEndpoint(userId, endpoint))
    ? ['list-webhook-events-of-endpoint', ofOwnEndpoint]
    : ['list-webhook-events', ofAccount];
  const rows = await query<EventRow & { stop: string | null }>(name, sql, values);
  const stop = rows.find((row) => row.stop !== null)?.stop ?? null;
  const found = rows.filter((row) => row.stop === null);
  const page = toPage(found, limit, toEventOutput);
  return { ...page, next: page.next ?? stop };
}
