import type { Section } from './section.ts';

const byId: Section['key'] = [['id', 'text']];

/** What `messaging` stores about an account. The longest come last. */
export const messagingSections: Section[] = [
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
      ['day', 'date'],
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
      ['day', 'date'],
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
    columns: 'day::text AS day, metric, count',
    from: `(SELECT day, metric::text AS metric, sum(count)::float8 AS count FROM daily_stats WHERE user_id = $1
      GROUP BY 1, 2) AS of_days`,
    where: 'true',
    key: [
      ['day', 'date'],
      ['metric', 'text'],
    ],
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
    // Only the index of account and id has this order, so that no other one is read (`list-sql.ts`). The first digit of
    // an id is below 8. The ids are compared again for PostgreSQL to know which months it is about (ADR 046).
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
