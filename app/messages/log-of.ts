import { paths } from '#app/paths.ts';
import type { StatFilter } from '#domain/messaging/stats/contract.ts';
import type { FilterName } from './contract.ts';

type Wanted = StatFilter & {
  /** `failed` also finds what is undelivered or expired. */
  state?: 'failed' | 'delivered';
  /** The code of a reason. */
  reason?: string;
  from: Date;
  /** Not included. */
  to: Date;
};

/** The log, narrowed to the messages behind a figure. It has no filter by category and carrier. */
export function logOf({ state, reason, key, sender, template, from, to }: Wanted): string {
  const filter: Partial<Record<FilterName, string | undefined>> = {
    ...{ state, reason, api_id: key, sender, template_id: template },
    ...{ from: from.toISOString(), to: to.toISOString() },
  };
  const set = Object.entries(filter).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return paths.messages(Object.fromEntries(set));
}
