import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseSettings } from '#platform/database-settings.ts';
import { migrationNames, sqlFile } from '#scripts/migration/history.ts';
import { listHandWrittenConstraints } from '#scripts/migration/written-by-hand.ts';

/** Values of some columns; the others get any value of their type. */
type Row = Record<string, unknown>;

/** Rows of a table that go together, and one more that must be refused. */
type Bite = { table: string; given?: Row[]; refused: Row };

const now = new Date('2026-11-20T06:30:00Z');
const later = new Date('2026-12-20T06:30:00Z');
const before = new Date('2026-10-20T06:30:00Z');
const month = { message_limit: 10, api_call_limit: 10 };
const paid = { status: 'completed', payment_id: 'pay_1', paid_at: now };
const period = { started_at: now, expires_at: later };
const lengths = (number: string) => ({ number, total_paise: 100 });

/** Rows that each constraint of the migrations refuses, for each thing that it says. */
const bites: Record<string, Bite[]> = {
  usage_periods_messages: [
    { table: 'usage_periods', refused: { ...month, messages_used: 11 } },
    { table: 'usage_periods', refused: { ...month, messages_used: -1 } },
  ],
  usage_periods_api_calls: [
    { table: 'usage_periods', refused: { ...month, api_calls_used: 11 } },
    { table: 'usage_periods', refused: { ...month, api_calls_used: -1 } },
  ],
  plans_price: [
    {
      table: 'plans',
      given: [
        { id: 'a', price_paise: 1 },
        { id: 'b', price_paise: 0, is_default: true },
        { id: 'c', price_paise: 0, is_contact_sales: true },
      ],
      refused: { id: 'd', price_paise: 0 },
    },
  ],
  plans_delivery_weight: [
    { table: 'plans', refused: { price_paise: 1, delivery_weight: 0 } },
    { table: 'plans', refused: { price_paise: 1, delivery_weight: 101 } },
  ],
  orders_amount: [{ table: 'orders', refused: { amount_paise: 99 } }],
  orders_completed_by_a_payment: [
    { table: 'orders', refused: { amount_paise: 100, ...paid, payment_id: null } },
    { table: 'orders', refused: { amount_paise: 100, ...paid, paid_at: null } },
    { table: 'orders', refused: { amount_paise: 100, ...paid, status: 'pending' } },
    { table: 'orders', refused: { amount_paise: 100, status: 'pending', claimed_at: now } },
  ],
  subscriptions_times: [{ table: 'subscriptions', refused: { ...period, expires_at: before } }],
  subscriptions_value: [{ table: 'subscriptions', refused: { ...period, value_paise: -1 } }],
  subscriptions_credited: [
    { table: 'subscriptions', refused: { ...period, credited_paise: 1 } },
    { table: 'subscriptions', refused: { ...period, credited_to: 'sub_2' } },
    { table: 'subscriptions', refused: { ...period, original_expires_at: later } },
    {
      table: 'subscriptions',
      refused: { ...period, credited_to: 'sub_2', original_expires_at: later, credited_paise: -1 },
    },
  ],
  refunds_amount: [{ table: 'refunds', refused: { amount_paise: 0 } }],
  refunds_one_alive: ['requested', 'pending', 'processed'].map((status) => ({
    table: 'refunds',
    given: [
      { order_id: 'ord_1', status: 'failed' },
      { order_id: 'ord_1', status },
      { order_id: 'ord_2', status },
    ],
    refused: { order_id: 'ord_1', status: 'requested' },
  })),
  invoices_number_length: [
    { table: 'invoices', given: [lengths('x'.repeat(16))], refused: lengths('x'.repeat(17)) },
  ],
  dlt_templates_body: [
    { table: 'dlt_templates', refused: { body: '' } },
    { table: 'dlt_templates', refused: { body: 'x'.repeat(2_001) } },
  ],
  dlt_registries_totals: [
    { table: 'dlt_registries', refused: { templates: -1 } },
    { table: 'dlt_registries', refused: { characters: -1 } },
  ],
  dlt_header_evidence_size: [
    { table: 'dlt_header_evidence', refused: { bytes: Buffer.alloc(0) } },
    { table: 'dlt_header_evidence', refused: { bytes: Buffer.alloc(5 * 1024 * 1024 + 1) } },
  ],
  dlt_header_decisions_reason: [
    { table: 'dlt_header_decisions', refused: { decision: 'declined', reason: null } },
  ],
  dlt_imports_bytes: [
    { table: 'dlt_imports', refused: { is_dry_run: true, state: 'done', bytes: Buffer.alloc(1) } },
    { table: 'dlt_imports', refused: { is_dry_run: true, state: 'queued', bytes: null } },
  ],
  dlt_imports_one_running: [
    {
      table: 'dlt_imports',
      given: [
        { is_dry_run: true, user_id: 'usr_1', state: 'checked', bytes: Buffer.alloc(1) },
        { is_dry_run: true, user_id: 'usr_1', state: 'queued', bytes: Buffer.alloc(1) },
        { is_dry_run: true, user_id: 'usr_2', state: 'running', bytes: Buffer.alloc(1) },
      ],
      refused: { is_dry_run: true, user_id: 'usr_1', state: 'running', bytes: Buffer.alloc(1) },
    },
  ],
  account_exports_one_running: [
    {
      table: 'account_exports',
      given: [
        { user_id: 'usr_1', state: 'done' },
        { user_id: 'usr_1', state: 'queued' },
        { user_id: 'usr_2', state: 'running' },
      ],
      refused: { user_id: 'usr_1', state: 'running' },
    },
  ],
  erasures_recipient: [
    { table: 'erasures', refused: { state: 'done', recipient: '+919876543210' } },
    { table: 'erasures', refused: { state: 'waiting', recipient: null } },
  ],
  invoices_total: [{ table: 'invoices', refused: { total_paise: 0 } }],
  otps_one_pending_of_service: [
    {
      table: 'otps',
      given: [
        { user_id: 'usr_1', recipient: '+919876543210', state: 'verified' },
        { user_id: 'usr_1', recipient: '+919876543210', state: 'pending' },
        { user_id: 'usr_2', recipient: '+919876543210', state: 'pending' },
        { user_id: 'usr_1', recipient: '+919876543210', state: 'pending', service_id: 'svc_1' },
      ],
      refused: { user_id: 'usr_1', recipient: '+919876543210', state: 'pending' },
    },
  ],
  otp_throttles_one_active: [
    {
      table: 'otp_throttles',
      given: [{ key_id: 'dk_1', ended_at: now }, { key_id: 'dk_1' }, { key_id: 'dk_2' }],
      refused: { key_id: 'dk_1' },
    },
  ],
  otp_throttles_one_active_account: [
    {
      table: 'otp_throttles',
      given: [
        { user_id: 'usr_1', ended_at: now },
        { user_id: 'usr_1', key_id: 'dk_1' },
        { user_id: 'usr_1' },
      ],
      refused: { user_id: 'usr_1' },
    },
  ],
  email_changes_one_pending: [
    {
      table: 'email_changes',
      given: [
        { user_id: 'usr_1', confirmed_at: now },
        { user_id: 'usr_1', ended_at: now },
        { user_id: 'usr_1' },
      ],
      refused: { user_id: 'usr_1' },
    },
  ],
};

/** Statements that an index which refuses nothing was made for. */
const served: Record<string, string> = {
  account_deletions_open:
    'SELECT user_id FROM account_deletions WHERE done_at IS NULL ORDER BY due_at',
  account_exports_open:
    "SELECT id FROM account_exports WHERE (state IN ('queued', 'running') OR bytes > 0) AND due_at < now()",
  erasures_open: "SELECT id FROM erasures WHERE state <> 'done' AND due_at < now()",
  dlt_imports_open: "SELECT id FROM dlt_imports WHERE state = 'running' AND due_at < now()",
  emails_address: "SELECT id FROM emails WHERE lower(email) = 'asha@example.com'",
  message_parts_unknown:
    'SELECT message_id FROM message_parts WHERE carrier_message_id IS NULL ORDER BY recipient',
  message_parts_first_unknown:
    'SELECT message_id FROM message_parts WHERE carrier_message_id IS NULL ORDER BY recipient',
  messages_problems:
    "SELECT id FROM messages WHERE user_id = 'usr_1' AND problem = 'failed' ORDER BY id",
  messages_first_problems:
    "SELECT id FROM messages WHERE user_id = 'usr_1' AND problem = 'failed' ORDER BY id",
  otps_of_service:
    "SELECT id FROM otps WHERE service_id = 'svc_1' AND NOT is_test AND id >= 'otp_' ORDER BY id",
};

/** Triggers are shown to bite below, each by a test of its own. */
const triggers = ['keep_address_that_can_come_back'];

const client = new pg.Client({ connectionString: databaseSettings.DATABASE_URL });

beforeAll(async () => {
  await client.connect();
  // So that a row needs no other rows: this database is this file's own.
  const { rows } = await client.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
     FROM pg_constraint WHERE contype = 'f'`,
  );
  for (const { drop } of rows) await client.query(drop);
});

afterAll(() => client.end());

test('the database has every constraint that the migrations write by hand, and no other', async () => {
  const scripts = (await migrationNames()).map((name) => readFile(sqlFile(name), 'utf8'));
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'public' AND (indpred IS NOT NULL OR indexprs IS NOT NULL)
    UNION ALL SELECT conname FROM pg_constraint
      WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace
    UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal`);
  expect(rows.map(({ name }) => name).sort()).toEqual(
    await listHandWrittenConstraints(await Promise.all(scripts)),
  );
});

test('each of them is tried below', async () => {
  const scripts = (await migrationNames()).map((name) => readFile(sqlFile(name), 'utf8'));
  const tried = [...Object.keys(bites), ...Object.keys(served), ...triggers].sort();
  expect(tried).toEqual(await listHandWrittenConstraints(await Promise.all(scripts)));
});

test.each(
  Object.entries(bites).flatMap(([name, list]) => list.map((bite) => [name, bite] as const)),
)('%s rejects %j', async (name, { table, given = [], refused }) => {
  for (const row of given) await insert(table, row);
  await expect(insert(table, refused)).rejects.toMatchObject({ constraint: name });
  await client.query(`DELETE FROM ${table}`);
});

test.each(Object.entries(served))('%s serves %s', async (name, statement) => {
  await client.query(
    'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off',
  );
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // A plan names the index of the partition.
  const used = await client.query<{ name: string }>(
    'SELECT $1 AS name UNION SELECT relid::text FROM pg_partition_tree(to_regclass($1))',
    [name],
  );
  expect(
    used.rows.some((one) => plan.includes(`using ${one.name} `)),
    plan,
  ).toBe(true);
});

test('keep_address_that_can_come_back rejects an address that an undo can still restore', async () => {
  const change = { user_id: 'usr_1', old_email_key: 'a@example.com', confirmed_at: now };
  const soon = new Date(Date.now() + 3_600_000);
  await insert('email_changes', { ...change, undo_until: soon });
  const refusal = { where: expect.stringContaining('keep_address_that_can_come_back') };
  const user = { email_key: 'a@example.com' };
  await expect(insert('users', { ...user, id: 'usr_2' })).rejects.toMatchObject(refusal);
  // Its own account takes it back; another may have it when the time is over.
  await insert('users', { ...user, id: 'usr_1' });
  await client.query('DELETE FROM users');
  await client.query('UPDATE email_changes SET undo_until = $1', [before]);
  await insert('users', { ...user, id: 'usr_2' });
});

let counter = 0;

/** Writes a row; a column that must have a value and is not given gets one of its type. */
async function insert(table: string, given: Row): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; kind: string }>(
    `SELECT attname AS name, atttypid::regtype::text AS type, typtype AS kind
     FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef`,
    [table],
  );
  const row: Row = { ...given };
  for (const { name, type, kind } of columns) row[name] ??= await anyValue(type, kind);
  const names = Object.keys(row);
  const places = names.map((_, i) => `$${i + 1}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}

async function anyValue(type: string, kind: string): Promise<unknown> {
  counter += 1;
  if (kind === 'e') {
    const { rows } = await client.query(`SELECT (enum_range(NULL::${type}))[1]::text AS first`);
    return rows[0].first;
  }
  if (type.endsWith('[]')) return [];
  if (type.startsWith('timestamp')) return now;
  if (type === 'text') return `t${counter}`;
  if (type === 'jsonb') return '{}';
  if (type === 'bytea') return Buffer.alloc(1);
  return 100;
}
