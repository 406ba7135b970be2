import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { maxTtlSeconds } from './contract.ts';

/**
 * The number of codes of live keys that a service sent in an hour, and of verified codes among these. Codes to test numbers
 * are counted separately.
 */
export type HourlyCounts = {
  /** The start of the hour. */
  hour: Date;
  sent: number;
  verified: number;
  testSent: number;
  testVerified: number;
};

/** The maximum number of hours that can be read. */
export const maxHours = 168;

const hourMs = 3_600_000;

/** Hours in India begin 30 minutes past a UTC hour. */
const offsetMs = hourMs / 2;

/**
 * The time from the start of an hour until all its codes have ended: the hour, the maximum validity of a code, and a minute
 * for running checks.
 */
const settledAfterMs = hourMs + maxTtlSeconds * 1_000 + 60_000;

const readKnown = `
  SELECT hour, sent, verified, test_sent AS "testSent", test_verified AS "testVerified"
  FROM otp_service_hours WHERE service_id = $1 AND hour >= $2`;

/**
 * Counts codes by hour. Ids begin with the time of creation, so one index finds all codes since a given time, including codes
 * of test numbers.
 */
const count = `
  SELECT date_trunc('hour', created_at + interval '30 minutes') - interval '30 minutes' AS hour,
    count(*) FILTER (WHERE NOT is_test) AS sent,
    count(*) FILTER (WHERE NOT is_test AND state = 'verified') AS verified,
    count(*) FILTER (WHERE is_test) AS "testSent",
    count(*) FILTER (WHERE is_test AND state = 'verified') AS "testVerified"
  FROM otps WHERE service_id = $1 AND is_test = ANY ('{false,true}') AND id >= $2 AND livemode
  GROUP BY 1`;

/**
 * Stores the counts of settled hours. Inserts nothing if the service was deleted, or another web process has stored the
 * hour.
 */
const keep = `
  WITH service AS (SELECT id FROM otp_services WHERE id = $1 FOR KEY SHARE),
  purged AS (DELETE FROM otp_service_hours WHERE service_id = $1 AND hour < $2)
  INSERT INTO otp_service_hours (service_id, hour, sent, verified, test_sent, test_verified)
  SELECT service.id, hour, sent, verified, "testSent", "testVerified"
  FROM service, json_to_recordset($3::json) AS one(
    hour timestamptz, sent int, verified int, "testSent" int, "testVerified" int)
  ON CONFLICT DO NOTHING`;

/**
 * Counts a service's codes by hour. The last entry is the current hour. An hour whose codes have all ended is counted once and
 * stored, so later calls read only the codes of the last three hours.
 *
 * @param serviceId the id of a service that belongs to the calling account
 * @param hours at most `maxHours`
 */
export const readHourlyCounts = (serviceId: string, hours: number): Promise<HourlyCounts[]> =>
  shared(`${serviceId}|${Math.min(hours, maxHours)}`);

/** Calls within a second, or while a count is running, share one result. */
const shared = createTtlCache(
  (key) => {
    const [serviceId = '', hours] = key.split('|');
    return read(serviceId, Number(hours));
  },
  { ttlMs: 1_000, max: 1_000 },
);

/**
 * Returns the start of the first of the last `hours` hours, in milliseconds since 1970. @param hours includes the current
 * hour
 */
export const startOfHours = (hours: number): number =>
  Math.floor((clock.now().getTime() + offsetMs) / hourMs) * hourMs -
  offsetMs -
  (hours - 1) * hourMs;

async function read(serviceId: string, hours: number): Promise<HourlyCounts[]> {
  const now = clock.now().getTime();
  const first = startOfHours(hours);
  const wanted = Array.from({ length: hours }, (_, i) => first + i * hourMs);
  const known = await query<HourlyCounts>('known-otp-hours', readKnown, [
    serviceId,
    new Date(first),
  ]);
  const byHour = new Map(known.map((one) => [one.hour.getTime(), one]));
  const since = wanted.find((hour) => !byHour.has(hour)) ?? now;
  const counted = await query<HourlyCounts>('count-otp-hours', count, [
    serviceId,
    minIdAt('otp', since),
  ]);
  for (const one of counted) byHour.set(one.hour.getTime(), one);
  const all = wanted.map((hour) => byHour.get(hour) ?? none(hour));
  const settled = all.filter(
    ({ hour }) => hour.getTime() >= since && hour.getTime() + settledAfterMs <= now,
  );
  if (settled.length > 0) {
    const oldest = new Date(now - (maxHours + 24) * hourMs);
    await query('keep-otp-hours', keep, [serviceId, oldest, JSON.stringify(settled)]);
  }
  return all;
}

const none = (hour: number): HourlyCounts => ({
  ...{ hour: new Date(hour), sent: 0, verified: 0, testSent: 0, testVerified: 0 },
});

/** Adds up the counts of several hours. */
export const sumHours = (hours: readonly HourlyCounts[]): Omit<HourlyCounts, 'hour'> =>
  hours.reduce(
    (sum, one) => ({
      sent: sum.sent + one.sent,
      verified: sum.verified + one.verified,
      testSent: sum.testSent + one.testSent,
      testVerified: sum.testVerified + one.testVerified,
    }),
    { sent: 0, verified: 0, testSent: 0, testVerified: 0 },
  );
