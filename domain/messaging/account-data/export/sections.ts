import { statsTableSql } from '#domain/messaging/stats/add-stats-sql.ts';

/** The export of one table: the rows of an SQL statement, read in batches. */
export type Section = {
  /** The base name of its files: `api_keys.csv`, `api_keys.json`. */
  name: string;
  /**
   * The select list. Columns keep their names from the table. The list must not contain secrets, hashes or one-time
   * passwords.
   */
  columns: string;
  from: string;
  /** `$1` is the account. By default `user_id = $1`. */
  where?: string;
  /** A further condition of all batches except the first. */
  whereLater?: string;
  /**
   * The columns of the unique sort key, with their types. A table with many rows per account needs an index in this order,
   * so that each batch is a range of the index.
   */
  key: [column: string, type: 'text' | 'timestamptz' | 'date'][];
};

export type Row = Record<string, unknown>;

/**
 * Returns the SQL statement of a batch. Its first column, `at_key`, is the sort key of the row. The next batch continues
 * after the key of the last row.
 *
 * @param isFirst whether this is the first batch. For later batches, `$2` and the following parameters are the key of the
 *   last row
 */
export function batchStatement(
  { name, columns, from, where = 'user_id = $1', whereLater = 'true', key }: Section,
  { isFirst, limit }: { isFirst: boolean; limit: number },
): { name: string; sql: string } {
  const names = key.map(([column]) => column).join(', ');
  const given = key.map(([, type], i) => `$${i + 2}::${type}`).join(', ');
  return {
    name: `export-${name}${isFirst ? '' : '-on'}`,
    sql: `
  SELECT ARRAY[${key.map(([column]) => `${column}::text`).join(', ')}] AS at_key, ${columns}
  FROM ${from} WHERE ${where}${isFirst ? '' : ` AND (${names}) > (${given}) AND ${whereLater}`}
  ORDER BY ${names} LIMIT ${limit}`,
  };
}

const byId: Section['key'] = [['id', 'text']];
const ofOrders = 'order_id IN (SELECT id FROM orders WHERE user_id = $1)';

/** A value of the JSON that an event stores as bytes. */
const auditJson = (column: 'body' | 'details', path: string) =>
  `convert_from(${column}, 'UTF8')::jsonb ${path}`;

/** Returns SQL that hides a value of an operator: the name, address or device. The dashboard hides these values too. */
const unlessOperator = (value: string) =>
  `CASE WHEN actor_kind = 'operator' THEN NULL ELSE ${value} END`;

const auditSections: Section[] = [
  {
    name: 'audit_trail',
    columns: `id, at, action, ${auditJson('body', `->> 'outcome'`)} AS outcome, actor_kind,
      ${unlessOperator('actor_id')} AS actor_id, ${unlessOperator(auditJson('details', `->> 'label'`))} AS actor,
      ${auditJson('body', `-> 'targets'`)} AS targets, ${auditJson('details', `-> 'before'`)} AS before,
      ${auditJson('details', `-> 'after'`)} AS after, ${auditJson('details', `->> 'reason'`)} AS reason,
      ${unlessOperator(auditJson('details', `->> 'address'`))} AS address,
      ${unlessOperator(auditJson('details', `->> 'device'`))} AS device,
      seq, encode(hash, 'hex') AS hash`,
    from: 'audit.events',
    where: 'account_id = $1',
    key: [
      ['at', 'timestamptz'],
      ['id', 'text'],
    ],
  },
];

/** The data that `billing` stores about an account. */
const billingSections: Section[] = [
  {
    name: 'subscriptions',
    columns: `id, (SELECT name FROM plans WHERE id = plan_id) AS plan, status, started_at, expires_at, order_id,
      cancelled_at, cancel_reason`,
    from: 'subscriptions',
    key: byId,
  },
  {
    name: 'usage_periods',
    columns: `id, starts_at, ends_at, message_limit, messages_used, api_call_limit, api_calls_used, credited_messages,
      credited_api_calls`,
    from: 'usage_periods',
    key: byId,
  },
  {
    name: 'orders',
    columns: `id, (SELECT name FROM plans WHERE id = plan_id) AS plan, amount_paise, status, provider_order_id,
      payment_id, created_at, paid_at`,
    from: 'orders',
    key: byId,
  },
  {
    name: 'payments',
    columns: 'id, order_id, status, amount_paise, currency, method, failure, created_at',
    from: 'payments',
    where: ofOrders,
    key: byId,
  },
  {
    name: 'refunds',
    columns:
      'id, order_id, amount_paise, reason, status, provider_refund_id, created_at, settled_at',
    from: 'refunds',
    where: ofOrders,
    key: byId,
  },
  {
    name: 'invoices',
    columns: 'order_id, number, issued_at, total_paise, details',
    from: 'invoices',
    where: ofOrders,
    key: [['order_id', 'text']],
  },
];

/** The data that `identity` and `notifications` store about an account. */
const identitySections: Section[] = [
  {
    name: 'suspension',
    columns: 'suspended_at, notice',
    from: 'account_suspensions',
    key: [['user_id', 'text']],
  },
  {
    name: 'account',
    columns: `id, name, email, email_confirmed_at, signed_up_from, password_hash IS NOT NULL AS has_password,
      (SELECT name FROM avatars WHERE user_id = users.id) AS picture, created_at`,
    from: 'users',
    where: 'id = $1',
    key: byId,
  },
  {
    name: 'sign_in_providers',
    columns: 'provider, provider_user_id, created_at',
    from: 'identities',
    key: [['provider', 'text']],
  },
  {
    name: 'settings',
    columns: `rate_limiting, error_logging, request_validation, ip_filtering, allowed_addresses, email, sms, slack,
      critical_alerts, message_retention_days`,
    from: 'settings',
    key: [['user_id', 'text']],
  },
  {
    name: 'api_keys',
    columns: `id, key_id, name, description, livemode, scopes, allowed_templates, allowed_services, allowed_addresses, is_active,
      off_reason, leak_reported_at, created_by, created_device, created_from, expires_on, rolled_at, rolled_from,
      previous_ends_at, last_used_at, last_used_from, created_at`,
    from: 'credentials',
    key: byId,
  },
  {
    name: 'sessions',
    columns: 'id, kind, user_agent, created_at, last_seen_at, expires_at, factors',
    from: 'sessions',
    key: byId,
  },
  {
    name: 'authenticator_app',
    columns: 'id, created_at, last_used_at',
    from: 'totp_factors',
    key: byId,
  },
  {
    name: 'passkeys',
    columns: 'id, name, aaguid, transports, is_synced, is_backed_up, created_at, last_used_at',
    from: 'passkeys',
    key: byId,
  },
  {
    name: 'trusted_devices',
    columns: 'id, name, created_at, last_used_at, expires_at',
    from: 'trusted_devices',
    key: byId,
  },
  {
    name: 'devices',
    columns: 'id, name, created_at, last_used_at',
    from: 'known_devices',
    key: byId,
  },
  {
    name: 'email_changes',
    columns: 'id, old_email, new_email, requested_at, confirmed_at, ended_at, undo_until',
    from: 'email_changes',
    key: byId,
  },
  {
    name: 'notification_channels',
    columns: 'id, kind, hint, confirmed_at, failing_since, failure, refused_at',
    from: 'notification_channels',
    key: byId,
  },
  {
    name: 'notifications',
    columns: 'id, channel, kind, about, state, attempts, reason, message_id, created_at',
    from: 'notifications',
    key: byId,
  },
  {
    name: 'webhook_endpoints',
    columns: `id, url, description, livemode, format, types, key_ids, includes_text, max_per_second, enabled, disabled_reason, disabled_at,
      failures, failing_since, failure, set_by, set_from, created_at`,
    from: 'webhook_endpoints',
    key: byId,
  },
  {
    name: 'webhook_events',
    columns: `id, endpoint_id, type, livemode, subject_id, key_id, at, version, reason, data, state, attempts,
      last_status, last_error, duration_ms, delivered_at`,
    from: 'webhook_events',
    key: byId,
  },
  {
    name: 'webhook_recoveries',
    columns:
      'id, endpoint_id, state, failure, since, until, looked, replayed, created_at, finished_at',
    from: 'webhook_recoveries',
    key: byId,
  },
  {
    // `lower(email)` is indexed. Excludes emails with codes, because other accounts sent these to the address.
    name: 'emails',
    columns: 'id, kind, email, state, attempts, reason, created_at, sent_at',
    from: 'emails',
    where: `lower(email) = (SELECT email_key FROM users WHERE id = $1) AND kind <> 'otp_code'`,
    key: byId,
  },
  {
    name: 'exports',
    columns: 'id, state, created_at, finished_at',
    from: 'account_exports',
    key: byId,
  },
];

/** The data that `messaging` stores about an account. The largest tables come last. */
const messagingSections: Section[] = [
  {
    name: 'hooks',
    columns: `id, kind, name, livemode, is_active, send_as, has_codes, service_id, sender, template_id, variables,
      recipients, previous_ends_at, secret_set_at, created_at`,
    from: 'hooks',
    key: byId,
  },
  {
    name: 'otp_services',
    columns: `id, name, sender, template_id, text, length, letters, ttl_seconds, max_attempts, resend, app_hash,
      web_domain, created_at,
      ARRAY(SELECT number - 'code' FROM jsonb_array_elements(test_numbers) AS number) AS test_numbers`,
    from: 'otp_services',
    key: byId,
  },
  {
    name: 'otp_throttles',
    columns:
      'id, key_id, started_at, sent, verified, min_verified_percent, ended_at, lifted_by_owner',
    from: 'otp_throttles',
    key: byId,
  },
  {
    name: 'dlt_registry',
    columns: 'mode, templates',
    from: 'dlt_registries',
    key: [['user_id', 'text']],
  },
  {
    name: 'dlt_entities',
    columns: 'entity_id, name, status, created_at',
    from: 'dlt_entities',
    key: [['entity_id', 'text']],
  },
  {
    name: 'dlt_headers',
    columns: `header, entity_id, category, status, reason, decided_at, last_used_at, created_at,
      (SELECT name FROM dlt_header_evidence AS e WHERE e.user_id = h.user_id AND e.header = h.header) AS evidence`,
    from: 'dlt_headers AS h',
    key: [['header', 'text']],
  },
  {
    name: 'dlt_header_decisions',
    columns: `id, header, decision, reason, decided_at, evidence_name, encode(evidence_sha256, 'hex') AS evidence_sha256`,
    from: 'dlt_header_decisions',
    key: byId,
  },
  {
    name: 'dlt_templates',
    columns:
      'template_id, entity_id, name, body, slots, category, kind, status, reason, headers, created_at',
    from: 'dlt_templates',
    key: [['template_id', 'text']],
  },
  {
    name: 'dlt_links',
    columns: 'kind, value, created_at',
    from: 'dlt_links',
    key: [
      ['kind::text', 'text'],
      ['value', 'text'],
    ],
  },
  {
    name: 'dlt_chains',
    columns: 'entity_id, carrier, telemarketer_ids, is_approved, created_at',
    from: 'dlt_chains',
    key: [
      ['entity_id', 'text'],
      ['carrier', 'text'],
    ],
  },
  {
    name: 'dlt_drift',
    columns:
      'day::text AS day, header, template_id, verdict, rejections, carrier, error_code, message_id, last_at',
    from: 'dlt_drift',
    key: [
      ['day', 'text'],
      ['header', 'text'],
      ['template_id', 'text'],
      ['verdict', 'text'],
    ],
  },
  {
    name: 'dlt_imports',
    columns: 'id, file_name, is_dry_run, state, rows, reason, created_at, finished_at',
    from: 'dlt_imports',
    key: byId,
  },
  {
    name: 'erasures',
    columns: `id, recipient, pseudonym, requested_by, state, messages, codes, requested_at, finished_at, retained_until`,
    from: 'erasures',
    key: byId,
  },
  {
    name: 'text_views',
    columns: `day::text AS day, viewer, way, device, client_address, first_at, last_at, views, texts, oldest_id, newest_id`,
    from: 'text_views',
    key: [
      ['day', 'text'],
      ['viewer', 'text'],
      ['way::text', 'text'],
    ],
  },
  {
    name: 'failed_calls',
    columns:
      'id, key_id, created_at, method, path, status, code, message, param, client_address, request_id',
    from: 'failed_requests',
    key: byId,
  },
  {
    name: 'daily_stats',
    columns: 'day, metric, count',
    from: `(SELECT (begins_at AT TIME ZONE 'Asia/Kolkata')::date::text AS day, metric::text AS metric,
      sum(count)::float8 AS count FROM ${statsTableSql} AS stats WHERE user_id = $1 GROUP BY 1, 2) AS of_days`,
    where: 'true',
    key: [
      ['day', 'text'],
      ['metric', 'text'],
    ],
  },
  {
    name: 'scheduled_messages',
    columns: `id, key_id, request_id, livemode, recipient, sender, template_id, entity_id, content, segments, created_at, due_at,
      cancelled_at`,
    from: 'scheduled_messages',
    key: byId,
  },
  {
    name: 'suppressions',
    columns: 'recipient, reason, created_at',
    from: 'suppressions',
    key: [['recipient', 'text']],
  },
  {
    name: 'otps',
    columns: `id, key_id, livemode, recipient, state, attempts, sent_at, created_at, expires_at, service_id, is_test,
      (SELECT json_agg(json_build_object('channel', channel, 'email', email, 'state', s.state, 'started_at', started_at)
        ORDER BY round, position) FROM otp_send_attempts AS s WHERE otp_id = otps.id) AS channels`,
    from: 'otps',
    key: [
      ['recipient', 'text'],
      ['created_at', 'timestamptz'],
      ['id', 'text'],
    ],
  },
  {
    // Only the index of account and id has this order, so PostgreSQL uses no other index (`list-sql.ts`). All ids lie
    // between `msg_` and `msg_8`, because the part after `msg_` begins with a digit below 8. `whereLater` repeats the
    // comparison of ids alone, so that PostgreSQL can skip the partitions of other months (ADR 046).
    name: 'messages',
    columns: `id, key_id, livemode, kind, recipient, sender, template_id, entity_id, promotional, content, encoding, segments, state,
      reason, created_at, scheduled_for, sent_at, settled_at`,
    from: 'messages',
    where: `(user_id, id) >= ($1, 'msg_') AND (user_id, id) < ($1, 'msg_8')`,
    whereLater: 'id > $3',
    key: [
      ['user_id', 'text'],
      ['id', 'text'],
    ],
  },
];

/** The sections of an export, in order. */
export const allSections: readonly Section[] = [
  ...identitySections,
  ...auditSections,
  ...billingSections,
  ...messagingSections,
];
