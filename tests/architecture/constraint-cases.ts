/** Values of some columns; other columns get an arbitrary value of their type. */
export type Row = Record<string, unknown>;

/** Valid rows of a table, and one more row that the constraint must reject. */
type Case = { table: string; given?: Row[]; refused: Row };

export const now = new Date('2026-11-20T06:30:00Z');
const later = new Date('2026-12-20T06:30:00Z');
export const before = new Date('2026-10-20T06:30:00Z');
const month = { message_limit: 10, api_call_limit: 10 };
const paid = { status: 'completed', payment_id: 'pay_1', paid_at: now };
const period = { started_at: now, expires_at: later };
const ownKey = { scopes: ['otp'] };
const shown = {
  ...{ audience: 'all', audience_ids: [], link_url: null, link_label: null },
  ...{ starts_at: now, ends_at: later },
};
const lengths = (number: string) => ({ number, total_paise: 100 });

/** Rows that each constraint of the migrations rejects, at least one for each of its conditions. */
export const refusedRows: Record<string, Case[]> = {
  usage_periods_messages: [
    { table: 'usage_periods', refused: { ...month, messages_used: 11 } },
    { table: 'usage_periods', refused: { ...month, messages_used: -1 } },
  ],
  usage_periods_api_calls: [
    { table: 'usage_periods', refused: { ...month, api_calls_used: 11 } },
    { table: 'usage_periods', refused: { ...month, api_calls_used: -1 } },
  ],
  credentials_scopes: [
    { table: 'credentials', refused: { ...ownKey, scopes: [] } },
    { table: 'credentials', refused: { ...ownKey, scopes: ['messages:write'] } },
  ],
  credentials_restricted_without_dlt: [
    { table: 'credentials', refused: { ...ownKey, scopes: ['dlt'], allowed_templates: ['1107'] } },
    { table: 'credentials', refused: { ...ownKey, scopes: ['dlt'], allowed_services: ['svc_1'] } },
  ],
  credentials_previous_secret_ends: [
    { table: 'credentials', refused: { ...ownKey, previous_ends_at: now } },
    {
      table: 'credentials',
      refused: { ...ownKey, previous_secret_hash: Buffer.alloc(1), previous_ends_at: now },
    },
  ],
  plans_price: [
    {
      table: 'plans',
      given: [
        { id: 'a', name: 'a', price_paise: 1 },
        { id: 'b', name: 'b', price_paise: 0, is_default: true },
        { id: 'c', name: 'c', price_paise: 0, is_contact_sales: true },
      ],
      refused: { id: 'd', name: 'd', price_paise: 0 },
    },
  ],
  plans_current: [
    {
      table: 'plans',
      given: [{ id: 'a', name: 'a', version: 1, price_paise: 1, is_listed: true }],
      refused: { id: 'b', name: 'a', version: 2, price_paise: 1, is_listed: true },
    },
  ],
  plans_delivery_weight: [
    { table: 'plans', refused: { price_paise: 1, delivery_weight: 0 } },
    { table: 'plans', refused: { price_paise: 1, delivery_weight: 101 } },
  ],
  announcements_ends_later: [
    { table: 'announcements', refused: { ...shown, starts_at: later, ends_at: now } },
  ],
  announcements_link: [
    { table: 'announcements', refused: { ...shown, link_url: '/docs', link_label: null } },
  ],
  announcements_audience: [
    { table: 'announcements', refused: { ...shown, audience: 'all', audience_ids: ['Pro'] } },
    { table: 'announcements', refused: { ...shown, audience: 'plan', audience_ids: [] } },
  ],
  complaints_finding: [
    { table: 'complaints', refused: { outcome: 'open', finding: 'x', decided_at: null } },
    { table: 'complaints', refused: { outcome: 'open', finding: null, decided_at: now } },
    { table: 'complaints', refused: { outcome: 'upheld', finding: null, decided_at: now } },
  ],
  status_components_override: [
    {
      table: 'status_components',
      refused: {
        override: 'operational',
        override_reason: null,
        override_by: null,
        override_until: null,
      },
    },
  ],
  incidents_maintenance: [
    { table: 'incidents', refused: { impact: 'maintenance', starts_at: now, ends_at: null } },
    { table: 'incidents', refused: { impact: 'minor', starts_at: now, ends_at: later } },
  ],
  incidents_ends_later: [
    { table: 'incidents', refused: { impact: 'maintenance', starts_at: later, ends_at: now } },
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
  otps_one_pending_of_mode: [
    {
      table: 'otps',
      given: [
        { user_id: 'usr_1', recipient: '+919876543210', state: 'verified' },
        { user_id: 'usr_1', recipient: '+919876543210', state: 'pending' },
        { user_id: 'usr_2', recipient: '+919876543210', state: 'pending' },
        { user_id: 'usr_1', recipient: '+919876543210', state: 'pending', service_id: 'svc_1' },
        { user_id: 'usr_1', recipient: '+919876543210', state: 'pending', livemode: false },
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
  webhook_recoveries_running: [
    {
      table: 'webhook_recoveries',
      given: [
        { endpoint_id: 'whe_1', state: 'done' },
        { endpoint_id: 'whe_2', state: 'running' },
        { endpoint_id: 'whe_1', state: 'running' },
      ],
      refused: { endpoint_id: 'whe_1', state: 'running' },
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

/** For each index without a constraint, the statement that uses it. */
export const servedStatements: Record<string, string> = {
  account_deletions_open:
    'SELECT user_id FROM account_deletions WHERE done_at IS NULL ORDER BY due_at',
  account_exports_open:
    "SELECT id FROM account_exports WHERE (state IN ('queued', 'running') OR bytes > 0) AND due_at < now()",
  erasures_open: "SELECT id FROM erasures WHERE state <> 'done' AND due_at < now()",
  webhook_recoveries_due:
    "SELECT id FROM webhook_recoveries WHERE state = 'running' AND due_at < now()",
  credentials_leak_to_notify:
    'SELECT id FROM credentials WHERE leak_reported_at IS NOT NULL AND leak_notified_at IS NULL ORDER BY leak_reported_at',
  dlt_imports_open: "SELECT id FROM dlt_imports WHERE state = 'running' AND due_at < now()",
  emails_address: "SELECT id FROM emails WHERE lower(email) = 'asha@example.com'",
  message_parts_unknown:
    'SELECT message_id FROM message_parts WHERE carrier_message_id IS NULL ORDER BY recipient',
  messages_problems:
    "SELECT id FROM messages WHERE user_id = 'usr_1' AND problem = 'failed' ORDER BY id",
  otps_of_service:
    "SELECT id FROM otps WHERE service_id = 'svc_1' AND NOT is_test AND id >= 'otp_' ORDER BY id",
};

/** Triggers that have a separate test. */
export const triedTriggers = [
  'keep_address_that_can_come_back',
  // tests/audit/verify.test.ts
  ...['anchors', 'events', 'heads'].flatMap((table) => [
    `${table}_refuse_change`,
    `${table}_refuse_truncate`,
  ]),
];
