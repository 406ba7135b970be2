import type { Section } from './section.ts';

const byId: Section['key'] = [['id', 'text']];

/** What `identity` and `notifications` store about an account. */
export const identitySections: Section[] = [
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
    columns: 'id, kind, user_agent, created_at, last_seen_at, expires_at',
    from: 'sessions',
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
    columns: `id, url, description, livemode, types, key_ids, includes_text, max_per_second, enabled, disabled_reason, disabled_at,
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
    // By the index of addresses in lower case. Codes were sent to the address by other accounts.
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
