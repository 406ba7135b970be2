import { expect, test } from 'vitest';
import { exportMessagesCsv } from '#app/messages/export-messages-csv.server.ts';
import { type MessageState, stateGroups } from '#domain/messaging/messages/contract.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import {
  type ListStatement,
  lastLookedAtStatement,
  lookedAt,
  maxLookedAt,
  pageStatement,
  splitByState,
  withoutSorts,
} from '#domain/messaging/messages/list-sql.ts';
import { summaryStatement } from '#domain/messaging/messages/summarize-messages.ts';
import { toSheetTime } from '#domain/shared/days-in-india.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { aUser } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';
import { aViewer } from '../support/viewer.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const { userId } = await aUser();
// The planner's statistics cover 2,000 small accounts; the large account is inserted later.
await query(
  'insert-small-accounts',
  `INSERT INTO messages (
     id, user_id, key_id, usage_period_id, kind, recipient, sender, encoding, segments, created_at, valid_until)
   SELECT 'msg_0' || lpad(no::text, 25, '0'), 'usr_' || no % 2000, 'dk_' || no % 4000, 'use_0', 'message',
     '+91' || 9000000000 + no % 7000, 'DAKIYA', 'gsm7', 1, now(), now()
   FROM generate_series(1, 20000) AS no`,
  [],
);
await query('analyze', 'ANALYZE messages', []);
const day = Date.UTC(2026, 3, 6);
const parts = 21;
/** Two messages are in the state `sent`: the oldest, and one in the middle. */
const sentAt = [0, 10_500];
for (let part = 0; part < parts; part++) {
  const rows = Array.from({ length: 1_000 }, (_, i) => {
    const no = part * 1_000 + i;
    const state: MessageState = sentAt.includes(no)
      ? 'sent'
      : i % 5 === 3
        ? 'undelivered'
        : 'delivered';
    return {
      state,
      recipient: `+9198765${String(i % 200).padStart(5, '0')}`,
      // One key sends nearly all messages.
      keyId: i === 0 ? 'dk_few' : 'dk_most',
      at: new Date(day + no * 1_000),
    };
  });
  await insertMessages(userId, rows);
}

const pageSize = 26;
const none = [undefined];
const statuses = [undefined, 'delivered', 'sent', 'undelivered', 'failed'] as const;
const combinations = statuses.flatMap((status) =>
  [undefined, '+919876500007'].flatMap((recipient) =>
    [...none, 'dk_few', 'dk_most'].map((key) => ({ status, recipient, key })),
  ),
);
const spans = [
  { first: minIdAt('msg', 0), end: minIdAt('msg', Number.POSITIVE_INFINITY) },
  { first: minIdAt('msg', day + 3_600_000), end: minIdAt('msg', day + 2 * 3_600_000) },
];

test.each(combinations)(
  'a page is read by index scans of at most 10,000 messages each: %j',
  async (given) => {
    for (const span of spans) {
      const filters = { userId, livemode: true, ...given, ...span };
      for (const statement of [pageStatement(filters, pageSize), lastLookedAtStatement(filters)]) {
        const { read, scans } = await explain(statement);
        for (const scan of scans) expect(scan).toMatch(/^Index (?:Only )?Scan$/);
        expect(read).toBeLessThanOrEqual(maxLookedAt);
      }
    }
  },
);

test.each([
  {},
  { recipient: '+919876500007' },
  { key: 'dk_few' },
  { key: 'dk_most' },
  { status: 'undelivered' as const },
  { status: 'failed' as const },
  { status: 'failed' as const, key: 'dk_most' },
])('a page reads only as many messages as it shows: %j', async (given) => {
  for (const span of spans) {
    const page = pageStatement({ userId, livemode: true, ...given, ...span }, pageSize);
    expect((await explain(page)).read).toBeLessThanOrEqual(pageSize);
  }
});

test.each([
  {},
  { recipient: '+919876500007' },
  { key: 'dk_few' },
  { key: 'dk_most', sender: 'DAKIYA', template: '1107160000000000001', reason: 'UNDELIV 001' },
  { text: 'no such text' },
  { category: 'otp' as const, carrier: 'first' },
])('a summary is read by index scans of at most 10,000 messages: %j', async (given) => {
  for (const span of spans) {
    for (const livemode of [true, false]) {
      const filters = { userId, livemode, ...given, ...span };
      const range = { from: null, to: null, after: minIdAt('msg', day) };
      const { read, scans } = await explain(summaryStatement(lookedAt(filters), range));
      for (const scan of scans) expect(scan).toMatch(/^Index (?:Only )?Scan/);
      expect(read).toBeLessThanOrEqual(maxLookedAt);
    }
  }
});

test('each failed state is listed from its own index, and all states in progress are listed by one query', async () => {
  const filters = { userId, livemode: true, first: '', end: '' };
  const failed = splitByState({ ...filters, states: stateGroups.failed });
  expect(failed.map(({ status, states }) => [status, states])).toEqual(
    stateGroups.failed.map((status) => [status, undefined]),
  );
  const inProgress = splitByState({ ...filters, states: stateGroups.in_progress });
  expect(inProgress).toHaveLength(1);
  for (const list of inProgress) {
    const { read } = await explain(pageStatement({ ...list, ...spans[0] }, pageSize));
    expect(read).toBeLessThanOrEqual(maxLookedAt);
  }
});

test('the pages of a list of several states contain all its messages in order', async () => {
  const found: string[] = [];
  const states = ['undelivered', 'unknown'] as const;
  for (let after: string | undefined; ; ) {
    const page = await listWithoutTexts(userId, { states, limit: 1_000, after });
    found.push(...page.entries.map(({ _id }) => _id));
    if (page.next === null) break;
    after = page.next;
  }
  expect(found).toHaveLength(parts * 200);
  expect(found).toEqual(found.toSorted().reverse());
});

test('a page of test messages reads no live messages, and uses an index', async () => {
  for (const span of spans) {
    const { read, scans } = await explain(
      pageStatement({ userId, livemode: false, ...span }, pageSize),
    );
    for (const scan of scans) expect(scan).toMatch(/^Index (?:Only )?Scan/);
    expect(read).toBeLessThanOrEqual(pageSize);
  }
});

test('pages of a filter that few messages match may be short, and together contain all matches', async () => {
  const found: string[] = [];
  let pages = 0;
  for (let after: string | undefined; ; pages++) {
    const page = await listWithoutTexts(userId, { status: 'sent', limit: 10, after });
    found.push(...page.entries.map(({ createdAt }) => createdAt));
    if (page.next === null) break;
    after = page.next;
  }
  expect(found).toEqual(sentAt.toReversed().map((no) => new Date(day + no * 1_000).toISOString()));
  expect(pages).toBe(Math.floor((parts * 1_000) / maxLookedAt));
});

test('an export of a rare state contains each message in this state, and is read page by page', async () => {
  const filter = { status: 'sent', recipient: undefined, api_id: undefined } as const;
  const all = { from: undefined, to: undefined };
  const chunks: string[] = [];
  for await (const chunk of exportMessagesCsv(aViewer(userId), { ...filter, ...all }, []))
    chunks.push(chunk);
  expect(chunks.join('').match(/\d{4}-\d{2}-\d{2} [\d:]+(?=,sent,)/g)).toEqual(
    sentAt.toReversed().map((no) => toSheetTime(new Date(day + no * 1_000))),
  );
  // One chunk is the heading, and each of the other chunks is a page.
  expect(chunks).toHaveLength(2 + Math.floor((parts * 1_000) / maxLookedAt));
});

/** The number of messages that the page's statement reads, and the scans in its plan. */
async function explain({ name, sql, values }: ListStatement) {
  const [row] = await transaction(async (tx) => {
    await tx.query(withoutSorts);
    const explained = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
    return query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain-${name}`, explained, values, tx);
  });
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
  const scans = nodes.filter((node) => node['Relation Name'] === 'messages');
  const readBy = (node: Plan) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return {
    scans: scans.map((node) => node['Node Type']),
    read: scans.reduce((sum, node) => sum + readBy(node), 0),
  };
}
