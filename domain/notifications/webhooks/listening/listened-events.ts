import { logger } from '#platform/logger.ts';
import type { RenderData } from '../contract.browser.ts';
import type { EventType } from '../event-types.browser.ts';
import { renderEach } from '../sending/render-payloads.ts';
import type { ListenedEvent } from './contract.browser.ts';

/** An event `e` of a listener, as far as its payload and the page depend on it. */
export const listenedColumns = `e.id, e.user_id AS "userId", e.type, e.livemode AND NOT e.is_test AS livemode,
    e.subject_id AS "subjectId", e.at, e.version, e.reason, e.data`;

export type ListenedRow = {
  id: string;
  userId: string;
  type: EventType;
  /** As the payload says it: false in test events. */
  livemode: boolean;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  data: Record<string, unknown> | null;
};

/**
 * Events of any number of listeners as pages show them, in their order. They have no texts: a page that is left open
 * could be read by others.
 *
 * @throws if the database is unavailable
 */
export async function toListenedEvents(
  rows: ListenedRow[],
  renderData: RenderData,
): Promise<ListenedEvent[]> {
  const bare = rows.map((row) => ({ ...row, includesText: false }));
  const rendered = rows.length > 0 ? await renderEach(bare, renderData) : [];
  return rows.map(({ id, type, at, subjectId }, i) => {
    const one = rendered[i];
    // One that cannot be rendered must not end the streams of others.
    if (one && 'error' in one)
      logger.error({ error: one.error, eventId: id }, 'a webhook event cannot be shown');
    const payload = one && 'payload' in one ? one.payload : null;
    return {
      ...{ _id: id, type, timestamp: at.toISOString(), subject: subjectId },
      body: payload === null ? null : JSON.stringify(payload),
    };
  });
}
