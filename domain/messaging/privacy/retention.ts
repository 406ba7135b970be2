import { leastTextDays, type Settings } from '#domain/identity/settings/contract.browser.ts';
import { getSettings, saveRetention } from '#domain/identity/settings/stored-settings.ts';
import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';

type Chosen = Pick<Settings, 'messageRetentionDays' | 'textRetentionDays'>;

/** How long an account keeps its messages and their texts, in days, and the limits between which it can choose. */
export type Retention = {
  /** Null means `mostDays`. */
  messageDays: number | null;
  /** Null means that texts are kept as long as their messages. */
  textDays: number | null;
  leastMessageDays: number;
  leastTextDays: number;
  mostDays: number;
};

const limits = () => ({
  leastMessageDays: retentionSettings.MESSAGE_RETENTION_MIN_DAYS,
  leastTextDays,
  mostDays: retentionSettings.MESSAGE_RETENTION_DAYS,
});

export async function getRetention(userId: string): Promise<Retention> {
  const { messageRetentionDays: messageDays, textRetentionDays: textDays } =
    await getSettings(userId);
  return { messageDays, textDays, ...limits() };
}

/** New values in days. Null means as long as possible; an omitted field does not change. */
type Changes = { messageDays?: number | null | undefined; textDays?: number | null | undefined };

/** The names of the fields in the caller's form or API, for errors. */
type Names = { message: string; text: string };

/**
 * Changes how long an account keeps its messages or their texts. A shorter retention takes effect a day later.
 *
 * @throws DomainError `invalid_parameter`
 */
export async function changeRetention(
  userId: string,
  changes: Changes,
  names: Names,
): Promise<Retention> {
  const { before, chosen } = await applyTo(userId, changes);
  requireAllowedRetention(before, chosen, names);
  await saveRetention(userId, chosen);
  return getRetention(userId);
}

/** Whether the changes would delete messages or texts sooner. */
export async function shortensRetention(userId: string, changes: Changes): Promise<boolean> {
  const { before, chosen } = await applyTo(userId, changes);
  const isShorter = (was: number | null, now: number | null) =>
    now !== null && (was === null || now < was);
  return (
    isShorter(before.messageRetentionDays, chosen.messageRetentionDays) ||
    isShorter(before.textRetentionDays, chosen.textRetentionDays)
  );
}

async function applyTo(
  userId: string,
  changes: Changes,
): Promise<{ before: Chosen; chosen: Chosen }> {
  const before = await getSettings(userId);
  const { messageDays = before.messageRetentionDays, textDays = before.textRetentionDays } =
    changes;
  return { before, chosen: { messageRetentionDays: messageDays, textRetentionDays: textDays } };
}

/**
 * Rejects a retention that this installation does not allow, and a longer retention for texts than for messages. An
 * unchanged value is accepted even if the installation's limits have changed since the account chose the value.
 *
 * @throws DomainError `invalid_parameter`
 */
export function requireAllowedRetention(before: Chosen, chosen: Chosen, names: Names): void {
  const { leastMessageDays, mostDays } = limits();
  const { messageRetentionDays: messageDays, textRetentionDays: textDays } = chosen;
  if (messageDays !== before.messageRetentionDays) {
    requireWithin(messageDays, leastMessageDays, mostDays, names.message);
  }
  const hasChanged =
    textDays !== before.textRetentionDays || messageDays !== before.messageRetentionDays;
  if (hasChanged) requireWithin(textDays, leastTextDays, messageDays ?? mostDays, names.text);
}

function requireWithin(days: number | null, least: number, most: number, param: string): void {
  if (days === null || (days >= least && days <= most)) return;
  const message = `Please enter ${least} to ${most} days, or leave the field empty.`;
  throw new DomainError('invalid_parameter', { param, message });
}
