/**
 * Tables whose rows are deleted with their account, in this order: first those with many rows. Rows of tables that refer
 * to these go with them.
 */
export const deletedTables = [
  'otps',
  'webhook_queue',
  'webhook_events',
  'webhook_recoveries',
  'webhook_endpoints',
  'webhook_listener_events',
  'webhook_listeners',
  'failed_requests',
  'stat_increments',
  'daily_stats',
  'suppressions',
  'erasures',
  'text_purges',
  'notifications',
  'dlt_templates',
  'dlt_links',
  'dlt_drift',
  'dlt_imports',
  'dlt_registries',
  'otp_services',
  'otp_throttles',
  'notification_channels',
  'email_changes',
  'known_devices',
  'login_codes',
  'account_tokens',
  'identities',
  'sessions',
  'credentials',
  'avatars',
  'settings',
] as const;

/** Tables whose rows go with those that they refer to. */
export const deletedWith = {
  webhook_attempts: 'webhook_events',
  webhook_secrets: 'webhook_endpoints',
  otp_send_attempts: 'otps',
  otp_service_hours: 'otp_services',
  dlt_entities: 'dlt_registries',
  dlt_headers: 'dlt_registries',
  dlt_chains: 'dlt_registries',
  dlt_header_evidence: 'dlt_registries',
  dlt_header_decisions: 'dlt_registries',
} as const;
