import { defaultSettings } from './contract.ts';

const asDefault = (name: 'email' | 'sms' | 'slack' | 'criticalAlerts') =>
  String(defaultSettings[name]);

/**
 * Of how many percent of a month's messages a user is told at the least, by mail, SMS or in Slack; null if of none. An
 * expression for statements that look through many users at once.
 *
 * @param userId the column that has the user
 */
export const usageEmailThresholdSql = (userId: string) => `(
  SELECT CASE
    WHEN coalesce(chosen.email, ${asDefault('email')}) OR coalesce(chosen.sms, ${asDefault('sms')})
      OR coalesce(chosen.slack, ${asDefault('slack')}) THEN 80
    WHEN coalesce(chosen.critical_alerts, ${asDefault('criticalAlerts')}) THEN 100
  END
  FROM (SELECT ${userId} AS id) AS told LEFT JOIN settings AS chosen ON chosen.user_id = told.id)`;
