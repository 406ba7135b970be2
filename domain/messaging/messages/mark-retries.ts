import type { AcceptRequest, AcceptResult } from './accept-messages.server.ts';

/** `again`: refused, but only for units that were set aside for others, who did not take them. */
export type Flushed = AcceptResult | { kind: 'again' };

type Asked = {
  caller: Pick<AcceptRequest['caller'], 'periodId'>;
  messages: { segments: number }[];
};

/**
 * Finds those of a flush whose refusal is not final, to be put into the next.
 *
 * The statement sets units aside for requests in their order. A repeat, and a message that is larger
 * than what is left, take none of theirs, while smaller ones behind them were refused. Each flush
 * decides the first request of a month for good, and accepts it if it fits, so that this ends.
 *
 * @returns the results, with `again` in place of a refusal that is not final
 */
export function markRetries(requests: Asked[], results: AcceptResult[]): Flushed[] {
  const left = new Map<string, number>();
  const withRepeat = new Set<string>();
  for (const [i, result] of results.entries()) {
    const { caller, messages } = requests[i] as Asked;
    const { periodId } = caller;
    if (result.kind === 'repeat') withRepeat.add(periodId);
    if (result.kind !== 'accepted') continue;
    const before = left.get(periodId) ?? result.room;
    left.set(periodId, before - unitsOf(messages.slice(0, result.messages)));
  }
  return results.map((result, i) => {
    if (result.kind !== 'refused') return result;
    const { caller, messages } = requests[i] as Asked;
    if (result.code === 'api_call_limit_reached') {
      return withRepeat.has(caller.periodId) ? { kind: 'again' } : result;
    }
    const free = left.get(caller.periodId) ?? result.room;
    return unitsOf(messages.slice(0, 1)) <= free ? { kind: 'again' } : result;
  });
}

const unitsOf = (messages: { segments: number }[]) =>
  messages.reduce((units, { segments }) => units + segments, 0);
