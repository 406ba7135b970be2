import { paths } from '#app/paths.ts';
import type { StatFilter } from '#domain/messaging/stats/contract.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';

type Wanted = StatFilter & {
  /** `failed` also finds what is undelivered or expired. */
  state?: 'failed' | 'delivered';
  /** The code of a reason. */
  reason?: string;
  from: Date;
  /** Not included. */
  to: Date;
};

/** A day in India, such as `2026-11-19`. */
const toDay = (at: Date) => new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 10);

/** The log, narrowed to the messages behind a figure. */
export function logOf({ state, key, from, to }: Wanted): string {
  return paths.messages({
    ...(state && { state }),
    ...(key && { key }),
    from: toDay(from),
    to: toDay(new Date(to.getTime() - 1)),
  });
}
