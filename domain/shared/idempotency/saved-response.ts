import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { sameHash } from '#platform/crypto.ts';
import { prisma, query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';

/** How long a response is saved, in hours. */
export const responseRetentionHours = 24;

/** The idempotency data of a request. */
export type Idempotency = {
  /** Identifies the caller, so that two callers may use the same key. */
  scope: string;
  /** The `Idempotency-Key` header, 1 to 255 characters. */
  key: string;
  /** A hash of path and body. The hash is compared to reject a different request with the same key. */
  requestHash: Buffer;
  /** Identifies this request among several requests with the same key. */
  requestId: string;
};

/** A response. `replayed` says whether it is the saved response of an earlier request with the same key. */
export type IdempotentResult<Data> = { data: Data; replayed: boolean };

/** A saved response. `granted` is how many items of a batch the quota allowed. */
export type SavedResponse = { answer: unknown; granted: number };

const findStatement = `
  SELECT place::int, answer, granted, request_hash AS "requestHash"
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted(scope, key, place)
  JOIN idempotency_keys USING (scope, key)`;

type Row = SavedResponse & { place: number; requestHash: Buffer };

/**
 * Finds the saved response of a key; null if the key is new.
 *
 * @throws DomainError `idempotency_mismatch` if the key was used with another request
 */
export async function findSavedResponse(
  idempotency: Idempotency,
  tx?: SqlClient,
): Promise<SavedResponse | null> {
  const [found = null] = await findSavedResponses([idempotency], tx);
  if (found instanceof DomainError) throw found;
  return found;
}

/**
 * Finds the saved responses of several requests, and returns one result per request, in order. The result is null for a
 * request without a key or with a new key. If the key was used with another request, the result is the error
 * `idempotency_mismatch`.
 */
export async function findSavedResponses(
  list: (Idempotency | null)[],
  tx?: SqlClient,
): Promise<(SavedResponse | DomainError | null)[]> {
  if (!list.some(Boolean)) return list.map(() => null);
  const values = [list.map((one) => one?.scope), list.map((one) => one?.key)];
  const rows = await query<Row>('find-saved-responses', findStatement, values, tx);
  const found = new Map(rows.map((row) => [row.place, row]));
  return list.map((one, i) => {
    const row = found.get(i + 1);
    if (!row || !one) return null;
    const { answer, granted, requestHash } = row;
    if (!sameHash(requestHash, one.requestHash)) return new DomainError('idempotency_mismatch');
    return { answer, granted };
  });
}

const saveStatement = `
  INSERT INTO idempotency_keys
    (scope, key, request_id, request_hash, answer, granted, expires_at)
  VALUES ($1, $2, $3, $4, $5, 1, $6)
  ON CONFLICT (scope, key) DO NOTHING
  RETURNING key`;

/**
 * Saves the response of a request in the transaction that did the work. For messages, `saveResponsesSql` saves many
 * responses at once.
 *
 * @param answer must not contain secrets, because it is stored in plain text
 * @throws DomainError `idempotency_mismatch` if a parallel request has used the key
 */
export async function saveResponse(
  { scope, key, requestId, requestHash }: Idempotency,
  answer: object,
  tx: SqlClient,
): Promise<void> {
  const values = [scope, key, requestId, requestHash, JSON.stringify(answer), expiryOfResponse()];
  const saved = await query('save-response', saveStatement, values, tx);
  if (saved.length === 0) throw new DomainError('idempotency_mismatch');
}

/**
 * CTE for a statement that does all the work of one request. Saves the response, unless the request has no key. If two
 * requests with one key are simultaneous, the primary key decides which response is saved.
 *
 * @param first the number of the first of five parameters; `toSavedValues` returns their values
 * @param answer the response to save, as an expression with `FROM`. It must not contain secrets or numbers
 */
export const saveWithSql = (first: number, answer: string) => `
  saved_response AS (
    INSERT INTO idempotency_keys (scope, key, request_id, request_hash, expires_at, granted, answer)
    SELECT $${first}::text, $${first + 1}, $${first + 2}, $${first + 3}::bytea, $${first + 4}::timestamptz, 1, ${answer} WHERE $${first} IS NOT NULL
    ON CONFLICT (scope, key) DO NOTHING
  )`;

/** Returns the values of the parameters of `saveWithSql`; all are null if the request has no idempotency key. */
export const toSavedValues = (idempotency: Idempotency | null): unknown[] =>
  idempotency
    ? [
        ...[idempotency.scope, idempotency.key, idempotency.requestId, idempotency.requestHash],
        expiryOfResponse(),
      ]
    : [null, null, null, null, null];

const expiryOfResponse = () => new Date(clock.now().getTime() + responseRetentionHours * 3_600_000);

/**
 * Runs the writes of a request once for an `Idempotency-Key`. One transaction makes the writes and saves the response,
 * under a lock of the key. A repeated request that arrives in the meantime waits, and returns the saved response.
 *
 * @param write makes the writes. This function should not wait for anything else, because the locks and a database
 *   connection are held during the call.
 * @param save returns the part of a response to save; by default the whole response
 * @param restore makes the response from the saved part
 * @param lock an advisory lock for the writes; not needed if all such writes lock the same row
 * @throws DomainError `idempotency_mismatch`, and the errors of `write`, which are not saved
 */
export function writeOnce<T extends object>(
  idempotency: Idempotency | null,
  write: (tx: Transaction) => Promise<T>,
  {
    lock,
    save = (data) => data,
    restore = (saved) => saved as T,
  }: { lock?: string; save?: (data: T) => object; restore?: (saved: unknown) => T } = {},
): Promise<IdempotentResult<T>> {
  return transaction(
    async (tx) => {
      const before = idempotency && (await findSavedResponse(idempotency, tx));
      if (before) return { data: restore(before.answer), replayed: true };
      const data = await write(tx);
      if (idempotency) await saveResponse(idempotency, save(data), tx);
      return { data, replayed: false };
    },
    {
      lock: [
        ...(lock === undefined ? [] : [lock]),
        ...(idempotency ? [`idempotency|${idempotency.scope}|${idempotency.key}`] : []),
      ],
    },
  );
}

/**
 * Runs a request, and returns its saved response to later requests with the same `Idempotency-Key`. Use this only for
 * work that can safely run twice, because two simultaneous requests can both run the work.
 *
 * @throws DomainError `idempotency_mismatch`, and the errors of `work`, which are not saved
 */
export async function withIdempotency<T extends object>(
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<IdempotentResult<T>> {
  if (!idempotency) return { data: await work(), replayed: false };
  const before = await findSavedResponse(idempotency);
  if (before) return { data: before.answer as T, replayed: true };
  const data = await work();
  try {
    await transaction((tx) => saveResponse(idempotency, data, tx));
    return { data, replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const saved = await findSavedResponse(idempotency);
    if (!saved) throw error;
    return { data: saved.answer as T, replayed: true };
  }
}

/** Deletes expired responses. @returns how many it deleted */
export async function purgeIdempotencyKeys(): Promise<number> {
  const { count } = await prisma.idempotencyKey.deleteMany({
    where: { expiresAt: { lt: clock.now() } },
  });
  return count;
}

/**
 * CTEs for a statement that accepts messages. They save the response of each granted request with an idempotency key,
 * unless a response is already saved under this key. In that case the request is a repeated one.
 *
 * They read the CTE `granted (no, period_id, messages, units)` and the JSON parameter `$2` with rows `{no, scope, key,
 * request_id, request_hash, answer, expires_at}`. The result is the CTE `accepted (no, period_id, messages, units)`
 * with the requests that are not repeated.
 *
 * The primary key decides which request is first. Two requests with the same key may be simultaneous, in one statement
 * or in two processes. One of them inserts the row, and the other is the repeated request.
 */
export const saveResponsesSql = `
  keyed AS (
    SELECT k.*, granted.messages
    FROM json_to_recordset($2::json) AS k(
      no int, scope text, key text, request_id text, request_hash text, answer json,
      expires_at timestamptz)
    JOIN granted USING (no)
    WHERE granted.messages > 0
  ),
  saved_response AS (
    INSERT INTO idempotency_keys
      (scope, key, request_id, request_hash, answer, granted, expires_at)
    SELECT scope, key, request_id, decode(request_hash, 'hex'), answer, messages, expires_at
    FROM keyed
    ON CONFLICT (scope, key) DO NOTHING
    RETURNING request_id
  ),
  accepted AS (
    SELECT no, period_id, messages, units FROM granted
    WHERE messages > 0 AND NOT EXISTS (
      SELECT FROM keyed
      WHERE keyed.no = granted.no AND keyed.request_id NOT IN (SELECT request_id FROM saved_response))
  )`;
