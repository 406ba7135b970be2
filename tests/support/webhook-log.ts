import { startListening } from '#domain/webhooks/listening/manage-listener.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { insertListened } from './listened-events.ts';
import { anEndpoint, insertEvents } from './webhooks.ts';

/** The result of one attempt to post an event. */
type LoggedAttempt = { status: number | null; durationMs?: number; response?: string };

const write = `
  WITH attempt AS (
    SELECT *, row_number() OVER (PARTITION BY id ORDER BY place) AS number FROM json_to_recordset($1::json)
      AS a(id text, place int, status smallint, duration_ms int, response text)
  ),
  logged AS (
    INSERT INTO webhook_attempts (event_id, number, at, duration_ms, status, error, response)
    SELECT id, number, now() - interval '1 hour' + place * interval '1 second', duration_ms, status,
      CASE WHEN status BETWEEN 200 AND 299 THEN NULL
        ELSE coalesce('The server answered ' || status || '.', 'The server did not answer in time.') END,
      response
    FROM attempt
  ),
  last AS (SELECT DISTINCT ON (id) * FROM attempt ORDER BY id, number DESC),
  ended AS (DELETE FROM webhook_queue WHERE event_id IN (SELECT id FROM last))
  UPDATE webhook_events AS e SET attempts = last.number, last_status = status, duration_ms = last.duration_ms,
    last_error = CASE WHEN status BETWEEN 200 AND 299 THEN NULL ELSE 'The server answered ' || status || '.' END,
    state = (CASE WHEN status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END)::webhook_event_state
  FROM last WHERE e.id = last.id`;

/**
 * Inserts events of an endpoint with the given attempts, oldest event first. An event's last attempt determines its state.
 *
 * @returns their ids
 */
export async function logEvents(
  endpoint: { _id: string },
  user: { userId: string },
  events: LoggedAttempt[][],
): Promise<string[]> {
  const ids = await insertEvents(endpoint, user, events.length);
  let place = 0;
  const rows = events.flatMap((attempts, i) =>
    attempts.map(({ status, durationMs = 80, response = status === null ? null : 'ok' }) => {
      place += 1;
      return { id: ids[i], place, status, duration_ms: durationMs, response };
    }),
  );
  await query('log-test-webhook-attempts', write, [JSON.stringify(rows)]);
  return ids;
}

/**
 * Inserts a delivered event about a message without posting it.
 *
 * @returns its id
 */
export async function logMessageEvent(
  { _id }: { _id: string },
  { userId }: { userId: string },
  messageId: string,
): Promise<string> {
  const id = newId('evt');
  await query(
    'log-test-message-event',
    `INSERT INTO webhook_events (id, user_id, endpoint_id, type, subject_id, at, version, state)
      VALUES ($1, $2, $3, 'message.delivered', $4, now(), 2, 'delivered')`,
    [id, userId, _id, messageId],
  );
  return id;
}

/** Inserts working, failing and inactive endpoints with events and replays, and a listener with events. @returns their ids */
export async function fillWebhooks(user: { userId: string }, messageId: string) {
  const { userId } = user;
  const path = 'a/rather/long/path/with-the-tenant-in-it-and-a-token-9f8e7d6c5b4a39281706';
  const failing = await anEndpoint(userId, `https://hooks.acme-retail.example/${path}`, {
    description: 'Order system',
    types: ['message.delivered', 'message.undelivered', 'message.failed'],
    api_ids: ['dk_h4w7n2q9t5x8b3m6k4d7'],
  });
  const off = await anEndpoint(userId, 'https://hooks.example/gone', { types: ['otp.verified'] });
  await anEndpoint(userId, 'https://hooks.example/all');
  const failure = 'The server answered 503.';
  await setHealth(failing._id, { failures: 12, failingSince: new Date(), failure });
  const gone = { enabled: false, disabledReason: 'gone', disabledAt: new Date() } as const;
  await setHealth(off._id, { ...gone, failures: 1, failingSince: new Date(), failure });
  const response = `<html><body><h1>503 Service Unavailable</h1>${' \u202eupstream'.repeat(40)}`;
  const [failed = ''] = await logEvents(failing, user, [
    [
      { status: 503, response },
      { status: null, durationMs: 15_000 },
      { status: 503, response },
    ],
    ...Array.from({ length: 30 }, (_, i) => [{ status: i % 4 === 0 ? 500 : 200 }]),
  ]);
  await insertEvents(failing, user, 3);
  const ofMessage = await logMessageEvent(failing, user, messageId);
  const recovery = { userId, endpointId: failing._id, since: new Date(0), until: new Date() };
  const common = { ...recovery, cursor: '', dueAt: new Date(), createdAt: new Date() };
  await prisma.webhookRecovery.createMany({
    data: [
      { ...common, id: newId('whr'), state: 'failed', failure: 'The endpoint was turned off.' },
      { ...common, id: newId('whr'), state: 'done', looked: 1_23_456, replayed: 789 },
      { ...common, id: newId('whr'), looked: 10_000, replayed: 120 },
    ],
  });
  const listener = { userId, livemode: true };
  await startListening(listener);
  await insertListened(listener, 2);
  await insertListened(listener, 1, {
    ...{ type: 'message.undelivered', subjectId: messageId, data: null },
  });
  return { failing: failing._id, off: off._id, failed, ofMessage };
}

type Health = Prisma.WebhookEndpointUpdateInput;

const setHealth = (id: string, data: Health) =>
  prisma.webhookEndpoint.update({ where: { id }, data });
