import type { AcceptRequest, AcceptResult } from './accept-messages.ts';

/** `again`: rejected only because of units reserved for other requests that did not use them. */
export type Flushed = AcceptResult | { kind: 'again' };

type Request = {
  caller: Pick<AcceptRequest['caller'], 'periodId'>;
  messages: { segments: number }[];
};

/**
 * Finds the requests of a flush whose rejection is not final; they go into the next flush. The
 * statement reserves units for requests in their order. A repeat, or a message larger than the rest
 * of the quota, does not use its units, while smaller requests behind it were rejected. Each flush
 * settles the first request of a month for good, so this terminates.
 *
 * @returns the results, with `again` in place of a rejection that is not final
 */
export function markRetries(requests: Request[], results: AcceptResult[]): Flushed[] {
  const left = new Map<string, number>();
  const withRepeat = new Set<string>();
  for (const [i, result] of results.entries()) {
    const { caller, messages } = requests[i] as Request;
    const { periodId } = caller;
    if (result.kind === 'repeat') withRepeat.add(periodId);
    if (result.kind !== 'accepted') continue;
    const before = left.get(periodId) ?? result.room;
    left.set(periodId, before - countUnits(messages.slice(0, result.messages)));
  }
  return results.map((result, i) => {
    if (result.kind !== 'refused') return result;
    const { caller, messages } = requests[i] as Request;
    if (result.code === 'api_call_limit_reached') {
      return withRepeat.has(caller.periodId) ? { kind: 'again' } : result;
    }
    const free = left.get(caller.periodId) ?? result.room;
    return countUnits(messages.slice(0, 1)) <= free ? { kind: 'again' } : result;
  });
}

const countUnits = (messages: { segments: number }[]) =>
  messages.reduce((units, { segments }) => units + segments, 0);
