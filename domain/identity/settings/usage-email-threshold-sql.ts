import { defaultSettings } from './contract.ts';

const defaultSql = (name: 'email' | 'sms' | 'slack' | 'criticalAlerts') =>
  String(defaultSettings[name]);

/**
 * SQL expression: the lowest used percentage of a month that notifies a user, by email, SMS or
 * Slack; null if none. For statements over many users.
 *
 * @param userId the column with the user's id
 */
export const usageEmailThresholdSql = (userId: string) => `(
  SELECT CASE
    WHEN coalesce(chosen.email, ${defaultSql('email')}) OR coalesce(chosen.sms, ${defaultSql('sms')})
      OR coalesce(chosen.slack, ${defaultSql('slack')}) THEN 80
    WHEN coalesce(chosen.critical_alerts, ${defaultSql('criticalAlerts')}) THEN 100
  END
  FROM (SELECT ${userId} AS id) AS notified_user LEFT JOIN settings AS chosen ON chosen.user_id = notified_user.id)`;
