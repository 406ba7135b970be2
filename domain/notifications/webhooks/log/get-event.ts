import { query } from '#platform/db.ts';
import type { AttemptOutput, EventOutput, EventPayload, RenderData } from '../contract.browser.ts';
import { renderPayloads } from '../sending/render-payloads.ts';
import { findEvent } from './find-event.ts';
import { toEventOutput } from './to-event-output.ts';

const textOf = 'SELECT includes_text AS "includesText" FROM webhook_endpoints WHERE id = $1';

/**
 * One event with what is posted, as it would be now: what was erased since is not in it.
 *
 * @param livemode as keys of this mode see it; of either mode if left out
 * @throws DomainError `not_found`
 */
export async function getEvent(
  userId: string,
  id: string,
  renderData: RenderData,
  livemode?: boolean,
): Promise<EventOutput & { payload: EventPayload | null }> {
  const event = await findEvent(userId, id, livemode);
  const [endpoint] = await query<{ includesText: boolean }>('webhook-includes-text', textOf, [
    event.endpointId,
  ]);
  const includesText = endpoint?.includesText ?? false;
  const payloads = await renderPayloads([{ ...event, includesText }], renderData);
  return { ...toEventOutput(event), payload: payloads.get(id) ?? null };
}

const attempts = `
  SELECT number, at, duration_ms AS "durationMs", status, error, response
  FROM webhook_attempts WHERE event_id = $1 ORDER BY number DESC LIMIT 100`;

type AttemptRow = Omit<AttemptOutput, 'at'> & { at: Date };

/**
 * The last 100 attempts of an event, the newest first.
 *
 * @throws DomainError `not_found`
 */
export async function listAttempts(
  userId: string,
  id: string,
  livemode?: boolean,
): Promise<AttemptOutput[]> {
  const event = await findEvent(userId, id, livemode);
  const rows = await query<AttemptRow>('list-webhook-attempts', attempts, [event.id]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
