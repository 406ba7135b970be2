import { z } from 'zod';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { createBatch } from '#platform/batch.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { onShutdown } from '#platform/shutdown.ts';

/** How a text is read: on a page of the dashboard, in a downloaded file, or over the API. */
const viewWays = ['page', 'file', 'api'] as const;

/** The person or API key that reads message texts of an account. */
export type Viewer = {
  userId: string;
  /** The API ID, `dk_…`, or the session, `ses_…`. */
  id: string;
  way: (typeof viewWays)[number];
  /** The browser or program of a session; null for an API key. */
  device: string | null;
  /** The client's address; for IPv6 the network. */
  clientAddress: string;
};

/** The number of texts that a viewer reads at once, and the ids of the oldest and newest message among them. */
export type TextsSeen = { texts: number; oldestId: string; newestId: string };

const time = z.iso.datetime();

/** The texts that one viewer read by one access method on one day. */
export const textViewOutput = z.object({
  _id: z.string().meta({
    description: 'The id of the entry: its day, viewer and access method, separated by dots.',
    example: `2026-04-06.${exampleValues.keyId}.api`,
  }),
  day: z.iso
    .date()
    .meta({ description: 'The day of the views, in India time.', example: '2026-04-06' }),
  viewer: z.string().meta({
    description: 'Who has seen the texts: an API ID, `dk_…`, or a session, `ses_…`.',
    example: exampleValues.keyId,
  }),
  way: z.enum(viewWays).meta({
    description: 'The access method: a page of the dashboard, a downloaded file, or the API.',
    example: 'api',
  }),
  device: z.string().nullable().meta({
    description: 'The browser or program of a session; null for an API key.',
    example: null,
  }),
  clientAddress: z.string().meta({
    description:
      'The IP address of the client at the last view; for IPv6, the network of the address.',
    example: exampleValues.endUserIp,
  }),
  views: z.int().meta({
    description: 'How many times a page of messages or a single message was read.',
    example: 3,
  }),
  texts: z.int().meta({
    description: 'How many texts these views contained. A text that was read twice counts twice.',
    example: 30,
  }),
  from: time.meta({
    description: 'When the oldest of the viewed messages was accepted.',
    example: exampleValues.createdAt,
  }),
  to: time.meta({
    description: 'When the newest of the viewed messages was accepted.',
    example: exampleValues.createdAt,
  }),
  firstAt: time.meta({ example: exampleValues.createdAt }),
  lastAt: time.meta({ example: exampleValues.createdAt }),
});

export type TextView = z.infer<typeof textViewOutput>;

/** The views of one viewer by one access method on one day. */
type Views = Viewer & {
  day: string;
  views: number;
  texts: number;
  oldestId: string;
  newestId: string;
  firstAt: number;
  lastAt: number;
};

/** How long repeated views are collected before they are written, in milliseconds. */
const lateMs = 10_000;

/**
 * Maximum number of viewers that a process remembers. When it is reached, the process forgets all viewers, and writes the
 * next view of each one immediately.
 */
const maxViewers = 10_000;

/**
 * Sorts the rows, so that processes that write the same rows do not deadlock. The join with `users` skips deleted accounts.
 */
const statement = `
  INSERT INTO text_views AS v (user_id, day, viewer, way, device, client_address, first_at, last_at, views, texts,
    oldest_id, newest_id)
  SELECT n."userId", n.day, n.id, n.way, n.device, n."clientAddress", to_timestamp(n."firstAt" / 1000.0),
    to_timestamp(n."lastAt" / 1000.0), n.views, n.texts, n."oldestId", n."newestId"
  FROM json_to_recordset($1::json) AS n("userId" text, day date, id text, way text_view_way, device text,
    "clientAddress" text, "firstAt" float8, "lastAt" float8, views int, texts int, "oldestId" text, "newestId" text)
  JOIN users ON users.id = n."userId"
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (user_id, day, viewer, way) DO UPDATE SET
    client_address = excluded.client_address, last_at = greatest(v.last_at, excluded.last_at),
    views = v.views + excluded.views, texts = v.texts + excluded.texts,
    oldest_id = least(v.oldest_id, excluded.oldest_id), newest_id = greatest(v.newest_id, excluded.newest_id)`;

/** How long views are kept. Rule 6 of the DPDP Rules 2025 requires access logs for a year. */
const keptDays = 400;

type Row = Omit<TextView, '_id' | 'from' | 'to' | 'firstAt' | 'lastAt'> & {
  oldestId: string;
  newestId: string;
  firstAt: Date;
  lastAt: Date;
};

/** The primary key begins with account and day, so a page is a range of its index. */
const list = `
  SELECT day::text, viewer, way, device, client_address AS "clientAddress", views, texts, oldest_id AS "oldestId",
    newest_id AS "newestId", first_at AS "firstAt", last_at AS "lastAt"
  FROM text_views
  WHERE user_id = $1 AND (day, viewer, way) < ($2::date, $3, $4::text_view_way)
  ORDER BY day DESC, viewer DESC, way DESC LIMIT $5`;

const idPattern = new RegExp(`^(2\\d{3}-\\d\\d-\\d\\d)\\.(\\w{1,40})\\.(${viewWays.join('|')})$`);

/** Sorts after every entry, so a page that starts here is the first page. */
const first = ['9999-12-31', '', 'page'];

/** @returns the day, viewer and access method in the id of an entry; for any other text, `first` */
function parseId(id: string): string[] {
  const [, ...parts] = idPattern.exec(id) ?? [];
  return z.iso.date().safeParse(parts[0]).success ? parts : first;
}

/**
 * Returns a page of the views of an account's message texts, newest day first.
 *
 * @param after the id of the last entry of the previous page; any other value gives the first page
 */
export async function listTextViews(
  userId: string,
  { limit, after = '' }: { limit: number; after?: string | undefined },
): Promise<Page<TextView>> {
  const values = [userId, ...parseId(after), limit + 1];
  const rows = await query<Row>('list-text-views', list, values);
  const entries = rows.slice(0, limit).map(toTextView);
  return { entries, next: rows.length > limit ? (entries.at(-1)?._id ?? null) : null };
}

const toTextView = ({ oldestId, newestId, firstAt, lastAt, ...row }: Row): TextView => ({
  _id: `${row.day}.${row.viewer}.${row.way}`,
  ...row,
  from: new Date(timeOfId(oldestId)).toISOString(),
  to: new Date(timeOfId(newestId)).toISOString(),
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
});

/** Whether an API key has ever read message texts of the account. */
export async function haveTextsBeenReadByApi(userId: string): Promise<boolean> {
  const statement = `SELECT 1 FROM text_views WHERE user_id = $1 AND way = 'api' LIMIT 1`;
  return (await query('has-api-text-view', statement, [userId])).length > 0;
}

const purge = `
  DELETE FROM text_views WHERE day <= (now() AT TIME ZONE 'Asia/Kolkata')::date - ${keptDays} RETURNING 1`;

/** Deletes views that are older than 400 days. @returns how many rows it deleted */
export const purgeTextViews = async (): Promise<number> =>
  (await query('purge-text-views', purge, [])).length;

const write = createBatch(
  async (list: Views[]) => {
    const merged = new Map<string, Views>();
    for (const views of list) add(merged, views);
    await query('record-text-views', statement, [JSON.stringify([...merged.values()])]);
    return list;
  },
  { max: 500 },
);

/** The viewers whose row for a day this process has written, and the repeated views still to be written. */
const state = perInstance(() => {
  onShutdown('text views', writeTextViews);
  return {
    known: new Set<string>(),
    waiting: new Map<string, Views>(),
    timer: undefined as NodeJS.Timeout | undefined,
  };
});

const keyOf = ({ userId, day, id, way }: Views) => `${userId} ${day} ${id} ${way}`;

function add(to: Map<string, Views>, more: Views): void {
  const key = keyOf(more);
  const before = to.get(key);
  to.set(key, before === undefined ? more : merge(before, more));
}

function merge(before: Views, more: Views): Views {
  const ids = [before.oldestId, before.newestId, more.oldestId, more.newestId].toSorted();
  return {
    ...more,
    views: before.views + more.views,
    texts: before.texts + more.texts,
    firstAt: Math.min(before.firstAt, more.firstAt),
    lastAt: Math.max(before.lastAt, more.lastAt),
    oldestId: ids.at(0) ?? more.oldestId,
    newestId: ids.at(-1) ?? more.newestId,
  };
}

/** India Standard Time, UTC+05:30 without daylight saving. */
const dayAt = (at: number) => new Date(at + indiaOffsetMs).toISOString().slice(0, 10);

/**
 * Records that a session or an API key reads message texts. The first view per day, viewer and access method is written
 * before this function returns, so before the texts are shown. Later views are counted and written within ten seconds,
 * because there may be thousands per second.
 *
 * @param messages the messages to be shown; messages without text are not recorded
 * @throws if the first view cannot be written; in that case the caller must not show the texts
 */
export async function recordTextViews(
  viewer: Viewer,
  messages: { _id: string; content: string | null }[],
): Promise<void> {
  const ids = messages.flatMap(({ _id, content }) => (content === null ? [] : [_id])).toSorted();
  const [oldestId] = ids;
  const newestId = ids.at(-1);
  if (oldestId === undefined || newestId === undefined) return;
  await recordTextsSeen(viewer, { texts: ids.length, oldestId, newestId });
}

/** Like `recordTextViews`, for exports, which do not hold all messages in memory. */
export async function recordTextsSeen(viewer: Viewer, seen: TextsSeen): Promise<void> {
  const now = databaseClock.now();
  const times = { day: dayAt(now), firstAt: now, lastAt: now };
  // Limits the length, because a client may send a user agent of any length.
  const device = viewer.device?.slice(0, 100) ?? null;
  const views = { ...viewer, device, ...times, views: 1, ...seen };
  const key = keyOf(views);
  const own = state();
  const { known } = own;
  if (known.has(key)) {
    add(own.waiting, views);
    own.timer ??= setTimeout(() => void writeTextViews(), lateMs).unref();
    return;
  }
  await write(views);
  if (known.size >= maxViewers) known.clear();
  known.add(key);
}

/** Writes the pending counts. If this fails, they stay pending and are retried ten seconds later. */
export async function writeTextViews(): Promise<void> {
  const own = state();
  const { waiting } = own;
  clearTimeout(own.timer);
  own.timer = undefined;
  const list = [...waiting.values()];
  waiting.clear();
  const results = await Promise.allSettled(list.map((views) => write(views)));
  let error: unknown;
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    error = result.reason;
    add(waiting, list[i] as Views);
  }
  // Views that were counted in the meantime have their own timer.
  if (error === undefined) return;
  logger.warn({ error, viewers: waiting.size }, 'could not record views of texts; will retry');
  if (waiting.size > maxViewers) waiting.clear();
  own.timer ??= setTimeout(() => void writeTextViews(), lateMs).unref();
}
