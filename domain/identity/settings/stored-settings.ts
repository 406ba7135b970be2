import { BlockList, isIP } from 'node:net';
import { recordAudit } from '#domain/audit/record-audit.ts';
import { hasChannelSql } from '#domain/notifications/channels/manage-channels.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { defaultSettings, type Settings, type SettingsInput } from './contract.browser.ts';

/** Returns a user's settings, or the defaults if the user has saved none. */
export async function getSettings(userId: string): Promise<Settings> {
  const row = await prisma.settings.findUnique({
    where: { userId },
    omit: { userId: true, messageRetentionSetAt: true, textRetentionSetAt: true },
  });
  return row ?? defaultSettings;
}

const setRetention = `
    message_retention_days = excluded.message_retention_days,
    message_retention_set_at = CASE
      WHEN settings.message_retention_days IS DISTINCT FROM excluded.message_retention_days THEN now()
      ELSE settings.message_retention_set_at END,
    text_retention_days = excluded.text_retention_days,
    text_retention_set_at = CASE
      WHEN settings.text_retention_days IS DISTINCT FROM excluded.text_retention_days THEN now()
      ELSE settings.text_retention_set_at END`;

const statement = `
  INSERT INTO settings (user_id, rate_limiting, error_logging, request_validation, ip_filtering,
    allowed_addresses, email, critical_alerts, sms, slack,
    message_retention_days, message_retention_set_at, text_retention_days, text_retention_set_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
    $9 AND ${hasChannelSql('$1', 'sms')}, $10 AND ${hasChannelSql('$1', 'slack')}, $11, now(), $12, now())
  ON CONFLICT (user_id) DO UPDATE SET
    rate_limiting = excluded.rate_limiting,
    error_logging = excluded.error_logging,
    request_validation = excluded.request_validation,
    ip_filtering = excluded.ip_filtering,
    allowed_addresses = excluded.allowed_addresses,
    email = excluded.email,
    critical_alerts = excluded.critical_alerts,
    sms = excluded.sms,
    slack = excluded.slack,
    ${setRetention}`;

/**
 * Saves all of a user's settings, so the last of two parallel writes wins. SMS and Slack stay off if no such channel is
 * connected.
 */
export async function saveSettings(userId: string, settings: SettingsInput): Promise<void> {
  await saveAudited(userId, 'save-settings', statement, [
    userId,
    settings.rateLimiting,
    settings.errorLogging,
    settings.requestValidation,
    settings.ipFiltering,
    settings.allowedAddresses,
    settings.email,
    settings.criticalAlerts,
    settings.sms,
    settings.slack,
    settings.messageRetentionDays,
    settings.textRetentionDays,
  ]);
}

const retentionStatement = `
  INSERT INTO settings (user_id, allowed_addresses, message_retention_days, message_retention_set_at,
    text_retention_days, text_retention_set_at)
  VALUES ($1, '{}', $2, now(), $3, now())
  ON CONFLICT (user_id) DO UPDATE SET ${setRetention}`;

/** Saves how long a user keeps messages and texts, without changing other settings. */
export async function saveRetention(
  userId: string,
  chosen: Pick<Settings, 'messageRetentionDays' | 'textRetentionDays'>,
): Promise<void> {
  const values = [userId, chosen.messageRetentionDays, chosen.textRetentionDays];
  await saveAudited(userId, 'save-retention', retentionStatement, values);
}

/** Locks the account, because its row of settings may not exist yet. */
const storedSql = `
  SELECT to_jsonb(s) AS stored FROM users LEFT JOIN settings AS s ON s.user_id = users.id
  WHERE users.id = $1 FOR UPDATE OF users`;

/** Saves settings, and records those that have changed. */
async function saveAudited(
  userId: string,
  name: string,
  text: string,
  values: unknown[],
): Promise<void> {
  await transaction(async (tx) => {
    const read = async () => {
      const [row] = await query<{ stored: StoredRow | null }>(
        'settings-to-audit',
        storedSql,
        [userId],
        tx,
      );
      return row?.stored ? toAudited(row.stored) : defaultSettings;
    };
    const before = await read();
    await query(name, text, values, tx);
    const after = await read();
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await recordAudit(tx, { accountId: userId, action: 'settings.update', before, after });
  });
}

/** The columns of a row of settings. */
type StoredRow = Record<string, string | number | boolean | string[] | null>;

/** Converts the names of the columns to the names of the settings. */
const toAudited = (row: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.keys(defaultSettings).map((name) => [
      name,
      row[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ?? null,
    ]),
  );

const defaultSql = (name: 'email' | 'sms' | 'slack' | 'criticalAlerts') =>
  String(defaultSettings[name]);

/**
 * SQL expression for statements over many users: the lowest percentage of a month's messages, 80 or 100, at which a user wants
 * a notification by email, SMS or Slack; null if the user wants none.
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

/** Allowed addresses. Two lists with the same entries are equal. */
export class AllowList {
  readonly #list = new BlockList();

  /** @param entries in the form that `addressesInput` gives; throws for anything else */
  constructor(readonly entries: readonly string[]) {
    for (const entry of entries) {
      const [address = '', bits] = entry.split('/');
      const family = familyOf(address);
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** Whether an address matches; false if it is not an IP address. */
  allows(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
