import { DomainError } from '#domain/shared/errors.browser.ts';
import { createBatch } from '#platform/batch.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import type { EndpointAuthor } from '../endpoint-contract.browser.ts';
import { createEndpoint } from '../endpoints/create-endpoint.ts';
import { checkEndpointUrl } from '../endpoints/manage-endpoints.ts';

const find = `
  SELECT id FROM webhook_endpoints WHERE user_id = $1 AND livemode = $2 AND format = 'twilio' AND url = $3`;

type Origin = { userId: string; livemode: boolean; url: string };

async function findEndpoint({ userId, livemode, url }: Origin): Promise<string | null> {
  const values = [userId, livemode, url];
  const [row] = await query<{ id: string }>('find-callback-endpoint', find, values);
  return row?.id ?? null;
}

/**
 * Returns the endpoint of an origin, or null. Cached, because nearly all calls of an account name the same
 * origin.
 */
const findEndpointCached = createTtlCache(
  (key: string) => {
    const [userId = '', livemode = '', url = ''] = key.split('|');
    return findEndpoint({ userId, livemode: livemode === 'true', url });
  },
  { ttlMs: 500, max: 10_000 },
);

const insert = `
  INSERT INTO message_callbacks (message_id, user_id, endpoint_id, url)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`;

type Callback = { messageId: string; userId: string; endpointId: string; url: string };

const write = createBatch(
  async (callbacks: Callback[]) => {
    await query('add-message-callbacks', insert, [
      callbacks.map(({ messageId }) => messageId),
      callbacks.map(({ userId }) => userId),
      callbacks.map(({ endpointId }) => endpointId),
      callbacks.map(({ url }) => url),
    ]);
    return callbacks;
  },
  { max: 500 },
);

type Author = EndpointAuthor & { livemode: boolean };

/**
 * Prepares Twilio-style status callbacks to a URL. Finds or creates one endpoint per origin, because URLs often contain an
 * order id, whereas an account has few origins.
 *
 * @param param the parameter that contains the URL, for errors
 * @returns a function that stores the URL for a message. Call it before the message is accepted, so that no state change is
 *   missed. If the message is then rejected, the row has no effect
 * @throws DomainError `invalid_parameter` if the URL cannot be used, or the account has too many origins
 */
export async function prepareCallback(
  author: Author,
  url: string,
  param: string,
): Promise<(messageId: string) => Promise<void>> {
  const { userId } = author;
  try {
    checkEndpointUrl(url);
    const origin = `${new URL(url).origin}/`;
    const known = await findEndpointCached(`${userId}|${author.livemode}|${origin}`);
    const endpointId = known ?? (await createCallbackEndpoint(author, origin));
    return async (messageId) => void (await write({ messageId, userId, endpointId, url }));
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'invalid_parameter')) throw error;
    throw new DomainError('invalid_parameter', { param, message: error.message });
  }
}

/** Creates the endpoint of an origin, unless a concurrent call has created it. */
async function createCallbackEndpoint(author: Author, url: string): Promise<string> {
  try {
    const { data } = await createEndpoint(author, {
      ...{ url, format: 'twilio', types: [], api_ids: [], max_per_second: null, enabled: true },
      ...{ description: 'Made by the first StatusCallback to this origin', includes_text: false },
    });
    return data._id;
  } catch (error) {
    const made = error instanceof DomainError && (await findEndpoint({ ...author, url }));
    if (made) return made;
    throw error;
  }
}

const findUrls =
  'SELECT message_id AS "messageId", url FROM message_callbacks WHERE message_id = ANY ($1)';

/** Finds the status callback URL of a message; null if it was deleted. Concurrent calls share one query. */
export const findCallbackUrl = createBatch(
  async (messageIds: string[]) => {
    const rows = await query<{ messageId: string; url: string }>('callback-urls', findUrls, [
      messageIds,
    ]);
    const urls = new Map(rows.map(({ messageId, url }) => [messageId, url]));
    return messageIds.map((id) => urls.get(id) ?? null);
  },
  { max: 100 },
);

const remove = 'DELETE FROM message_callbacks WHERE message_id = ANY ($1)';

/**
 * Deletes the callback URLs of messages whose recipient is erased, because a URL may contain the number.
 */
export async function deleteCallbacks(messageIds: string[]): Promise<void> {
  if (messageIds.length > 0) await query('delete-message-callbacks', remove, [messageIds]);
}

/**
 * How many days URLs are kept. A message is valid for at most three days, a late receipt may take another day, and the event
 * is retried for 33 hours.
 */
const retentionDays = 8;

const purge = `
  DELETE FROM message_callbacks WHERE message_id IN (
    SELECT message_id FROM message_callbacks WHERE message_id < $1 ORDER BY message_id LIMIT 10000)
  RETURNING message_id`;

/**
 * Deletes URLs that are older than `retentionDays`.
 *
 * @returns how many; the next run continues
 */
export async function purgeCallbacks(): Promise<number> {
  const before = minIdAt('msg', databaseClock.now() - retentionDays * 86_400_000);
  return (await query('purge-message-callbacks', purge, [before])).length;
}
