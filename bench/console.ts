import { paths } from '#app/paths.ts';
import { printLine, step } from '#scripts/stack/terminal.ts';
import type { Member } from './fill.ts';
import { createProcessorClock } from './processes.ts';
import { aligned, median, verdict } from './report.ts';
import type { Dakiya } from './run.ts';

/** The longest that a page may take on the server, in milliseconds. */
const mostMs = 300;

/** How often each page is opened after its first view. */
const times = 20;

/** Rows of the installation that the console's pages read, besides messages. */
const sizes = { accounts: 5_000, orders: 20_000, complaints: 20_000, events: 100_000 };

/** The number of messages of the last eight days whose outcomes are counted by carrier and prefix. */
const countedMessages = 1_000_000;

/** Gives a user the role of an owner with a second factor, which the session has proved. */
const makeOperator = [
  `INSERT INTO operators (user_id, role, granted_at) VALUES ($1, 'owner', now())`,
  `INSERT INTO totp_factors (id, user_id, encrypted_secret, created_at, last_step, last_used_at)
   VALUES ('totp_bench', $1, '', now(), 0, now())`,
  `UPDATE sessions SET factors = '{password,totp}' WHERE user_id = $1`,
];

/**
 * Writes counts of outcomes like those of workers, for two carriers and 3,000 prefixes. Most messages are delivered
 * within some seconds. Counts by prefix are rolled up as `keep-stats.ts` does it.
 */
const deliveryStats = `
  WITH message AS MATERIALIZED (
    SELECT now() - random() * interval '8 days' AS at, CASE WHEN random() < 0.7 THEN 'first' ELSE 'second' END AS carrier,
      (CASE WHEN random() < 0.2 THEN 'otp' ELSE 'message' END)::message_kind AS kind,
      (6000 + floor(random() * 3000))::text AS prefix, random() AS chance, (22 + floor(12 * random() * random()))::int AS bucket
    FROM generate_series(1, ${countedMessages})
  ),
  outcome AS MATERIALIZED (
    SELECT at, carrier, kind, prefix, 'submitted'::delivery_outcome AS outcome, -1 AS bucket, '' AS code FROM message
    UNION ALL
    SELECT at, carrier, kind, prefix, 'delivered', bucket, '' FROM message WHERE chance < 0.93
    UNION ALL
    SELECT at, carrier, kind, prefix, 'undelivered', -1, 'UNDELIV 00' || floor(chance * 1000)::int % 9 FROM message
    WHERE chance >= 0.93
  ),
  minutes AS (
    INSERT INTO delivery_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
    SELECT date_trunc('minute', at), carrier, kind, outcome, bucket, code, count(*) FROM outcome GROUP BY 1, 2, 3, 4, 5, 6
  ),
  hours AS (
    INSERT INTO delivery_hour_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
    SELECT date_trunc('hour', at, 'Asia/Kolkata'), carrier, kind, outcome, bucket, code, count(*) FROM outcome
    GROUP BY 1, 2, 3, 4, 5, 6
  )
  INSERT INTO delivery_prefix_stats (begins_at, carrier, prefix, outcome, latency_bucket, code, count)
  SELECT CASE
      WHEN at < date_trunc('hour', now() - interval '25 hours', 'Asia/Kolkata') THEN date_trunc('day', at, 'Asia/Kolkata')
      WHEN at < date_trunc('hour', now() - interval '2 hours', 'Asia/Kolkata') THEN date_trunc('hour', at, 'Asia/Kolkata')
      ELSE date_trunc('minute', at) END,
    carrier, prefix, outcome, bucket,
    CASE WHEN at < date_trunc('hour', now() - interval '25 hours', 'Asia/Kolkata') THEN '' ELSE code END, count(*)
  FROM outcome GROUP BY 1, 2, 3, 4, 5, 6`;

const invoice = JSON.stringify({
  seller: { name: 'Dakiya', address: null, gstin: null, state: null },
  buyer: { name: 'Bench', email: 'bench@bench.test' },
  ...{ description: 'Pro for a month', orderId: 'ord_bench', paymentId: 'pay_bench', tax: null },
});

const fill = [
  deliveryStats,
  `INSERT INTO users (id, name, email, email_key, created_at)
   SELECT 'usr_bench' || i, 'Account ' || i, i || '@bench.test', i || '@bench.test', now() - i * interval '1 hour'
   FROM generate_series(1, ${sizes.accounts}) AS i`,
  `INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, messages_used, api_call_limit)
   SELECT 'use_bench' || i, 'usr_bench' || i, (SELECT id FROM plans WHERE is_default LIMIT 1), now() - interval '10 days',
     now() + interval '20 days', 100, 50, 100
   FROM generate_series(1, ${sizes.accounts}) AS i`,
  // The messages of the operator's account were inserted without a usage month.
  `INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, messages_used, api_call_limit)
   SELECT 'use_operator', user_id, (SELECT id FROM plans WHERE is_default LIMIT 1), now() - interval '9 days',
     now() - interval '1 day', 100, 50, 100
   FROM operators`,
  `INSERT INTO orders (id, user_id, plan_id, amount_paise, status, provider_order_id, payment_id, created_at, paid_at)
   SELECT 'ord_' || lpad(i::text, 26, '0'), 'usr_bench' || 1 + i % ${sizes.accounts}, (SELECT id FROM plans WHERE NOT is_default LIMIT 1),
     19900, 'completed', 'order_bench' || i, 'pay_bench' || i, at, at
   FROM generate_series(1, ${sizes.orders}) AS i, LATERAL (SELECT now() - (${sizes.orders} - i) * interval '2 minutes' AS at) AS time`,
  `INSERT INTO invoices (order_id, number, issued_at, total_paise, details)
   SELECT id, 'DK' || row_number() OVER (ORDER BY id), paid_at, amount_paise, $$${invoice}$$ FROM orders`,
  `INSERT INTO complaints (id, number, received_at, header, detail, created_at)
   SELECT 'cmp_' || lpad(i::text, 26, '0'), '+919' || lpad((i % 5000)::text, 9, '0'), now() - i * interval '1 hour', 'DAKIYA',
     'Unsolicited', now() - i * interval '1 hour'
   FROM generate_series(1, ${sizes.complaints}) AS i`,
  `INSERT INTO announcements (id, text, level, audience, starts_at, ends_at, created_at)
   SELECT 'ann_bench' || i, 'Maintenance ' || i, 'info', 'all', now() - i * interval '2 days', now() - i * interval '1 day', now()
   FROM generate_series(1, 100) AS i`,
  // The events are from the last 12 days, so some of them may be in the previous month, whose partition is created
  // here.
  `SELECT audit.make_month(now() - interval '12 days')`,
  `INSERT INTO audit.events (stream, seq, at, id, version, body, details, prev, hash, account_id, action, actor_kind, actor_id)
   SELECT 'usr_bench' || 1 + i % ${sizes.accounts}, i, now() - i * interval '10 s', 'aud_' || lpad(i::text, 26, '0'), version, body, details,
     prev, hash, 'usr_bench' || 1 + i % ${sizes.accounts}, action, actor_kind, actor_id
   FROM generate_series(1, ${sizes.events}) AS i, (SELECT * FROM audit.events LIMIT 1) AS model`,
  'VACUUM ANALYZE',
];

type ConsolePage = { what: string; path: string; shows: string };

/** Every page of the console, and what it must contain. */
function pagesOf(member: Member, message: string): ConsolePage[] {
  const find = (what: string, q: string, shows: string) => ({
    ...{ what: `Accounts by ${what}`, path: paths.operator('accounts', { q }), shows },
  });
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const ranges = ['15m', '24h', '7d'].flatMap((range) => [
    { what: `Now ${range}`, path: paths.operator('now', { range }), shows: 'By carrier' },
    {
      ...{ what: `Now ${range} by prefix`, shows: 'first by prefix' },
      path: paths.operator('now', { range, carrier: 'first' }),
    },
  ]);
  return [
    ...ranges,
    { what: 'Carriers', path: paths.operator('carriers'), shows: 'Set a route' },
    find('email address', 'many@stack.localhost.test', member.userId),
    find('recipient', '+919000000007', member.userId),
    find('API ID', member.keyIds[0], member.userId),
    find('message', message, member.userId),
    find('order', 'order_bench77', 'usr_bench78'),
    find('id', 'usr_bench9', 'usr_bench9'),
    find('name', 'Account 49', 'usr_bench49'),
    { what: 'Account', path: paths.operatorAccount(member.userId), shows: 'many' },
    { what: 'Senders', path: paths.operator('senders'), shows: 'Waiting' },
    { what: 'Senders drift', path: paths.operatorDrift, shows: 'Drift' },
    { what: 'Complaints', path: paths.operatorComplaints(), shows: 'DAKIYA' },
    {
      ...{ what: 'Complaints by number', shows: 'DAKIYA' },
      path: paths.operatorComplaints({ number: '9000000077' }),
    },
    { what: 'Money, a month', path: paths.operator('money', { month }), shows: 'Month' },
    { what: 'Money as CSV', path: paths.operatorMonth(month), shows: 'DK1' },
    { what: 'Money anomalies', path: paths.operatorAnomalies(), shows: 'Anomalies' },
    { what: 'Money plans', path: paths.operatorPlans, shows: 'Plans' },
    { what: 'Announcements', path: paths.operator('announcements'), shows: 'Maintenance 1' },
    { what: 'Incidents', path: paths.operatorIncidents, shows: 'Components' },
    { what: 'Audit', path: paths.operator('audit'), shows: 'usr_bench' },
    {
      ...{ what: 'Audit of an account', shows: 'usr_bench7' },
      path: paths.operator('audit', { account: 'usr_bench7' }),
    },
  ];
}

/**
 * Fills an installation that has a million messages with other rows, and measures each page of the operator's console as an
 * operator opens it: the first view, the median of later views, and the processor time of a view. Each page is opened once
 * before, so that the first view of the filled pages does not include the loading of code.
 *
 * @param member the user with most messages, who becomes an operator
 * @param message the id of one of their messages
 * @returns the errors found in pages
 */
export async function measureConsole(
  dakiya: Dakiya,
  member: Member,
  message: string,
): Promise<string[]> {
  const pages = pagesOf(member, message);
  await step('Filling the console', async () => {
    for (const sql of makeOperator) await dakiya.database.query(sql, [member.userId]);
    for (const { path } of pages) await member.open(path);
    for (const sql of fill) await dakiya.database.query(sql);
  });
  const errors = new Set<string>();
  const lines: string[][] = [];
  const open = async ({ what, path, shows }: ConsolePage) => {
    const began = performance.now();
    const { status, html } = await member.open(path);
    const ms = performance.now() - began;
    if (status !== 200 || !html.includes(shows)) errors.add(`${what}: status ${status}`);
    return ms;
  };
  await step(`Opening each page of the console ${times + 1} times`, async () => {
    for (const page of pages) {
      const first = await open(page);
      const later: number[] = [];
      const clock = createProcessorClock(dakiya.pids);
      await clock.measure(async () => {
        for (let i = 0; i < times; i++) later.push(await open(page));
        return { accepted: times };
      });
      const used = clock.result(page.what)[0]?.ms;
      const typical = median(later);
      const cells = [first, typical, used?.web ?? 0, used?.PostgreSQL ?? 0];
      const isMet = Math.max(first, typical) <= mostMs;
      lines.push([page.what, ...cells.map((ms) => ms.toFixed(0)), verdict(isMet)]);
    }
  });
  const head = ['Console, in ms', 'first view', 'median', 'web', 'PostgreSQL', `at most ${mostMs}`];
  printLine(`\n${aligned([head, ...lines], [1, 2, 3, 4])}`);
  printLine('\n  web and PostgreSQL: the processor time of a view.');
  return [...errors];
}
