import { expect, test } from 'vitest';
import { listSql, listStatementName } from '#domain/messaging/messages/list-sql.ts';
import { query } from '#platform/db.server.ts';
import { minIdAt } from '#platform/ids.server.ts';
import { aUser } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';

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
const day = Date.UTC(2026, 3, 6);
const states = ['delivered', 'delivered', 'delivered', 'undelivered', 'sent'] as const;
for (let part = 0; part < 20; part++) {
  const rows = Array.from({ length: 1_000 }, (_, i) => ({
    state: states[i % 5],
    recipient: `+9198765${String(i % 200).padStart(5, '0')}`,
    // One key sends nearly everything, and never what failed.
    keyId: i === 0 ? 'dk_few' : 'dk_most',
    at: new Date(day + (part * 1_000 + i) * 1_000),
  }));
  await insertMessages(userId, rows);
}
await query('analyze', 'ANALYZE messages', []);

const page = 26;
const none = [false, true];
const combinations = none.flatMap((status) =>
  none.flatMap((recipient) => none.map((key) => ({ status, submitting: false, recipient, key }))),
);

test.each(combinations)('a page reads little more than it shows: %j', async (narrowed) => {
  const { status, recipient, key } = narrowed;
  const spans = [
    [minIdAt('msg', 0), minIdAt('msg', Number.POSITIVE_INFINITY)],
    [minIdAt('msg', day + 3_600_000), minIdAt('msg', day + 2 * 3_600_000)],
  ];
  for (const [first, end] of spans) {
    for (const state of status ? ['delivered', 'failed'] : [null]) {
      const [row] = await query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain-${listStatementName(narrowed)}`,
        `EXPLAIN (ANALYZE, FORMAT JSON) ${listSql(narrowed)}`,
        [
          userId,
          first,
          end,
          end,
          page,
          ...(state ? [state] : []),
          ...(recipient ? ['+919876500007'] : []),
          ...(key ? ['dk_most'] : []),
        ],
      );
      const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : [];
      const scans = nodes.filter((node) => node['Relation Name'] === 'messages');
      expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Scan']));
      const read = scans.reduce(
        (sum, node) =>
          sum +
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      );
      expect(read).toBeLessThanOrEqual(8 * page);
    }
  }
});
