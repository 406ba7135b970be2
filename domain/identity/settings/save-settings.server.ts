import { hasChannel } from '#domain/notifications/channels/channel-sql.ts';
import { query } from '#platform/db.server.ts';
import type { SettingsInput } from './contract.ts';

const statement = `
  INSERT INTO settings (user_id, rate_limiting, error_logging, request_validation, ip_filtering,
    allowed_addresses, email, critical_alerts, sms, slack)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
    $9 AND ${hasChannel('$1', 'sms')}, $10 AND ${hasChannel('$1', 'slack')})
  ON CONFLICT (user_id) DO UPDATE SET
    rate_limiting = excluded.rate_limiting,
    error_logging = excluded.error_logging,
    request_validation = excluded.request_validation,
    ip_filtering = excluded.ip_filtering,
    allowed_addresses = excluded.allowed_addresses,
    email = excluded.email,
    critical_alerts = excluded.critical_alerts,
    sms = excluded.sms,
    slack = excluded.slack`;

/** Keeps what a user chose; SMS and Slack are off while they have no address that can be used. Of two who save at once the later one's choice holds, whole. */
export async function saveSettings(userId: string, chosen: SettingsInput): Promise<void> {
  await query('save-settings', statement, [
    userId,
    chosen.rateLimiting,
    chosen.errorLogging,
    chosen.requestValidation,
    chosen.ipFiltering,
    chosen.allowedAddresses,
    chosen.email,
    chosen.criticalAlerts,
    chosen.sms,
    chosen.slack,
  ]);
}
