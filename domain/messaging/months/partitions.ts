import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';

/**
 * The tables that are partitioned by month, and how much of a page their rows may fill, in percent. The remaining space is
 * for new versions of the rows (docs/decisions/045).
 */
export const partitioned = [
  { table: 'messages', fillFactor: 60 },
  { table: 'message_parts', fillFactor: 70 },
  { table: 'message_events', fillFactor: 100 },
] as const;

export type PartitionedTable = (typeof partitioned)[number]['table'];

/** A table of one month, `messages_2026_04`, or `messages_first` for all messages from before partitioning. */
export type Partition = {
  table: PartitionedTable;
  name: string;
  /** The time from which its messages were accepted, in milliseconds since 1970; the first partition has no beginning. */
  from: number;
  /** The time before which its messages were accepted. */
  to: number;
  /** Whether a detach was interrupted, by this program or by another. `isOurs` tells which. */
  isDetaching: boolean;
  isOurs: boolean | null;
};

/** The comment on a table that this program is going to drop. */
export const detachedByUs = 'Dakiya drops this month';

const statement = `
  SELECT parent.relname AS "table", part.relname AS name, pg_get_expr(part.relpartbound, part.oid) AS bounds,
    link.inhdetachpending AS "isDetaching", obj_description(part.oid, 'pg_class') = '${detachedByUs}' AS "isOurs",
    (extract(epoch FROM now()) * 1000)::float8 AS now
  FROM pg_inherits AS link
  JOIN pg_class AS parent ON parent.oid = link.inhparent
  JOIN pg_class AS part ON part.oid = link.inhrelid
  WHERE parent.oid = ANY (ARRAY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name))
  ORDER BY pg_get_expr(part.relpartbound, part.oid) NOT LIKE '%(MINVALUE)%', part.relname`;

type Row = Omit<Partition, 'from' | 'to'> & { bounds: string; now: number };

/** The partitions that hold messages, by table, oldest first. It also gives `databaseClock` the time of PostgreSQL. */
export async function listPartitions(tx?: SqlClient): Promise<Partition[]> {
  const tables = partitioned.map(({ table }) => table);
  const rows = await query<Row>('message-partitions', statement, [tables], tx);
  const [first] = rows;
  if (first) databaseClock.set(first.now);
  return rows.map(({ bounds, now: _, ...row }) => {
    // FOR VALUES FROM ('msg_01K…') TO ('msg_01K…')
    const [from, to = ''] = bounds.split(' TO ').map((bound) => /'(\w+)'/.exec(bound)?.[1]);
    return { ...row, from: from ? timeOfId(from) : 0, to: timeOfId(to) };
  });
}

/** A month in India. A message belongs to the month in which it was accepted. */
export type Month = {
  year: number;
  /** From 1 to 12; other numbers belong to the years before or after. */
  month: number;
};

/** The month of a time. @param at milliseconds since 1970 */
export function monthAt(at: number): Month {
  const date = new Date(at + indiaOffsetMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** The first millisecond of a month, since 1970. */
export const startOf = ({ year, month }: Month): number =>
  Date.UTC(year, month - 1) - indiaOffsetMs;

/** The month that is `count` months later. */
export const after = ({ year, month }: Month, count: number): Month =>
  monthAt(startOf({ year, month: month + count }));

/** The suffix in the names of tables: `2026_04`. */
export const suffixOf = ({ year, month }: Month): string =>
  `${year}_${String(month).padStart(2, '0')}`;

/** The part of a partition's name after the name of its table: `2026_04`, or `first`. */
export const suffixIn = ({ table, name }: { table: string; name: string }): string =>
  name.slice(table.length + 1);
