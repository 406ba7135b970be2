import { reasonCode } from '#domain/messaging/stats/add-stats-sql.ts';
import { latencyBucketOf } from '#domain/messaging/stats/latency-buckets.ts';
import type { DeliveryOutcome } from '#prisma/generated/enums.ts';

export type CountedOutcome = {
  /** The carrier that had the message; undefined or null if no carrier had the message. */
  carrier: string | null | undefined;
  /** The lane of the message. */
  kind: 'otp' | 'message';
  /** The number in E.164. */
  recipient: string;
  outcome: DeliveryOutcome;
  /** The reason of a failure. The code in the reason is counted. */
  reason?: string | null | undefined;
  /** For a delivered message, the time from the submit to the receipt, if it is known. */
  latencyMs?: number | null | undefined;
};

/** The latency bucket of an outcome without a known latency. */
export const noLatency = -1;

/** A count, with the column names of the tables. */
export type Count = {
  /** Minutes since 1970. */
  minute: number;
  carrier: string;
  kind: CountedOutcome['kind'];
  /** Empty in a count of all phone numbers. */
  prefix: string;
  outcome: DeliveryOutcome;
  latency_bucket: number;
  code: string;
  count: number;
};

/** Limits on the number of different counts between two flushes. */
type Limits = {
  /** Beyond this number of counts by carrier, new counts have no code. Beyond twice this number, outcomes are not counted. */
  totals: number;
  /**
   * At this number of counts by prefix, no further prefixes are added. Known prefixes are counted until there are twice as
   * many counts, so that their rates are not distorted.
   */
  prefixes: number;
};

/**
 * A carrier has about a hundred counts per minute. Only invented codes of a carrier, or a long outage of PostgreSQL, reach the
 * first limit. About 25 messages per second to random phone numbers reach the second limit, which bounds the rows of a flush.
 */
const usual: Limits = { totals: 5_000, prefixes: 250 };

const minuteMs = 60_000;

/** The first four digits of an Indian national number; empty for other numbers. */
const prefixOf = (recipient: string) =>
  recipient.length === 13 && recipient.startsWith('+91') ? recipient.slice(3, 7) : '';

/** Creates counts in memory. Adding an outcome takes about a microsecond. */
export function createCounts(limits = usual) {
  const totals = new Map<string, Count>();
  const prefixes = new Map<string, Count>();
  /** The carriers and prefixes that are counted by prefix. */
  const admitted = new Set<string>();
  let dropped = 0;

  function addTotal(total: Count): void {
    const { minute, carrier, kind, outcome, latency_bucket, code } = total;
    const key = `${minute} ${kind} ${outcome} ${latency_bucket} ${carrier}\n`;
    const found = totals.get(key + code);
    if (found) found.count += 1;
    else if (totals.size < limits.totals) totals.set(key + code, total);
    else if (code !== '') addTotal({ ...total, code: '' });
    else if (totals.size < 2 * limits.totals) totals.set(key, total);
    else dropped += 1;
  }

  function addPrefix(total: Count, prefix: string): void {
    const { minute, carrier, outcome, latency_bucket, code } = total;
    const key = `${prefix} ${minute} ${outcome} ${latency_bucket} ${carrier}\n${code}`;
    const found = prefixes.get(key);
    if (found) {
      found.count += 1;
      return;
    }
    const pair = `${prefix} ${carrier}`;
    const isAdmitted = admitted.has(pair);
    if (prefixes.size >= (isAdmitted ? 2 * limits.prefixes : limits.prefixes)) return;
    if (!isAdmitted) admitted.add(pair);
    prefixes.set(key, { ...total, prefix, count: 1 });
  }

  return {
    /** @param now milliseconds since 1970 */
    add({ carrier, kind, recipient, outcome, reason, latencyMs }: CountedOutcome, now: number) {
      const total: Count = {
        minute: Math.floor(now / minuteMs),
        carrier: carrier ?? '',
        kind,
        prefix: '',
        outcome,
        latency_bucket:
          latencyMs === null || latencyMs === undefined ? noLatency : latencyBucketOf(latencyMs),
        code: reason ? reasonCode(reason) : '',
        count: 1,
      };
      const prefix = prefixOf(recipient);
      // This must come before `addTotal`, which keeps the object and increases its `count`.
      if (prefix !== '') addPrefix(total, prefix);
      addTotal(total);
    },
    isEmpty: () => totals.size === 0 && prefixes.size === 0,
    list: (): Count[] => [...totals.values(), ...prefixes.values()],
    /** Outcomes that were not counted because of the limits. */
    dropped: () => dropped,
  };
}
