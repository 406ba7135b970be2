import { recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import type { Announcement, AnnouncementInput } from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    ann: 'announcements';
  }
}

const columns = `
  id, text, level, audience, audience_ids AS "audienceIds", starts_at AS "startsAt", ends_at AS "endsAt", dismissible,
  CASE WHEN link_url IS NOT NULL THEN json_build_object('url', link_url, 'label', link_label) END AS link`;

/** How long a web server serves the announcements that it has read, in milliseconds. */
const cachedMs = 15_000;

/** The maximum number of announcements that are read for pages. In normal use there are far fewer. */
const maxCurrent = 200;

const current = `
  SELECT ${columns} FROM announcements
  WHERE ends_at > now() AND starts_at < now() + interval '${2 * cachedMs} ms'
  ORDER BY level DESC, starts_at DESC, id DESC LIMIT ${maxCurrent}`;

/** The cached announcements for all accounts. Each web server runs the statement at most once every 15 seconds. */
const cached = createTtlCache<Announcement[]>(
  () => query<Announcement>('current-announcements', current, []),
  { ttlMs: cachedMs, max: 1 },
);

/** Lists the announcements that an account sees now, the most critical first. @param plan the name of the account's plan */
export async function listCurrentAnnouncements(
  accountId: string,
  plan: string,
): Promise<Announcement[]> {
  const all = await cached('');
  if (all.length === 0) return all;
  const now = databaseClock.now();
  return all.filter(
    ({ audience, audienceIds, startsAt, endsAt }) =>
      startsAt.getTime() <= now &&
      endsAt.getTime() > now &&
      (audience === 'all' || audienceIds.includes(audience === 'plan' ? plan : accountId)),
  );
}

const listed = `SELECT ${columns} FROM announcements ORDER BY ends_at DESC, id DESC LIMIT $1`;

/** Lists the announcements for operators, sorted by their end, latest first. */
export const listAnnouncements = (limit: number): Promise<Announcement[]> =>
  query('list-announcements', listed, [limit]);

const insert = `
  INSERT INTO announcements
    (id, text, level, audience, audience_ids, link_url, link_label, starts_at, ends_at, dismissible, created_at)
  VALUES ($1, $2, $3::announcement_level, $4::announcement_audience, $5, $6, $7, $8, $9, $10, now())`;

/** Statements that return those of the given plans or accounts that do not exist. */
const unknown = {
  plan: `
    SELECT given.id FROM unnest($1::text[]) AS given(id)
    WHERE NOT EXISTS (SELECT FROM plans WHERE plans.name = given.id)`,
  accounts: `
    SELECT given.id FROM unnest($1::text[]) AS given(id)
    WHERE NOT EXISTS (SELECT FROM users WHERE users.id = given.id)`,
};

/** @throws DomainError `invalid_parameter` for a plan or an account that does not exist */
async function checkAudience(
  tx: Transaction,
  { audience, audienceIds }: AnnouncementInput,
): Promise<void> {
  if (audience === 'all') return;
  const name = `announcement-${audience}`;
  const missing = await query<{ id: string }>(name, unknown[audience], [audienceIds], tx);
  if (missing.length === 0) return;
  const names = missing.map((one) => one.id).join(', ');
  const message = `There is no such ${audience === 'plan' ? 'plan' : 'account'}: ${names}.`;
  throw new DomainError('invalid_parameter', { param: 'audienceIds', message });
}

const toColumns = ({ text, level, audience, audienceIds, ...rest }: AnnouncementInput) => [
  ...[text, level, audience, audienceIds, rest.linkUrl ?? null, rest.linkLabel ?? null],
  ...[rest.startsAt, rest.endsAt, rest.dismissible === 'on'],
];

/** The fields that the audit trail stores. */
const toAudited = ({ text, level, audience, audienceIds, startsAt, endsAt }: AuditedFields) => ({
  ...{ text, level, audience, audienceIds, startsAt, endsAt },
});

type AuditedFields = Pick<
  Announcement,
  'text' | 'level' | 'audience' | 'audienceIds' | 'startsAt' | 'endsAt'
>;

/**
 * Publishes an announcement. Web servers show it within 15 seconds.
 *
 * @returns its id
 * @throws DomainError `invalid_parameter` for a plan or an account that does not exist
 */
export async function createAnnouncement(input: AnnouncementInput): Promise<string> {
  const id = newId('ann');
  await transaction(async (tx) => {
    await checkAudience(tx, input);
    await query('insert-announcement', insert, [id, ...toColumns(input)], tx);
    await recordAudit(tx, {
      accountId: null,
      action: 'announcement.create',
      targets: [{ type: 'announcement', id }],
      after: toAudited(input),
    });
  });
  return id;
}

const find = `SELECT ${columns} FROM announcements WHERE id = $1`;

/** Reads an announcement for operators; null if there is none. */
export async function findAnnouncement(id: string): Promise<Announcement | null> {
  const [found] = await query<Announcement>('find-announcement', find, [id]);
  return found ?? null;
}

const update = `
  UPDATE announcements SET text = $2, level = $3::announcement_level, audience = $4::announcement_audience,
    audience_ids = $5, link_url = $6, link_label = $7, starts_at = $8, ends_at = $9, dismissible = $10
  WHERE id = $1`;

/**
 * Changes an announcement that has not ended. Web servers show the change within 15 seconds. Browsers that dismissed
 * the announcement do not show it again.
 *
 * @throws DomainError `not_found` if there is none, or it has ended; `invalid_parameter` for a plan or an account that
 *   does not exist
 */
export async function updateAnnouncement(id: string, input: AnnouncementInput): Promise<void> {
  await transaction(async (tx) => {
    const locked = `${find} AND ends_at > now() FOR UPDATE`;
    const [before] = await query<Announcement>('lock-announcement', locked, [id], tx);
    if (!before) {
      const message = 'The announcement has ended. Publish a new one.';
      throw new DomainError('not_found', { message });
    }
    await checkAudience(tx, input);
    await query('update-announcement', update, [id, ...toColumns(input)], tx);
    await recordAudit(tx, {
      accountId: null,
      action: 'announcement.update',
      targets: [{ type: 'announcement', id }],
      before: toAudited(before),
      after: toAudited(input),
    });
  });
}

/** Statements that end an announcement. An announcement that has not begun would have no duration, so it is deleted. */
const end = {
  begun: `UPDATE announcements SET ends_at = now() WHERE id = $1 AND ends_at > now() AND starts_at < now() RETURNING id`,
  planned: 'DELETE FROM announcements WHERE id = $1 AND starts_at >= now() RETURNING id',
};

/** Ends an announcement now, or removes one that has not begun. @throws DomainError `not_found` if it has ended */
export async function endAnnouncement(id: string): Promise<void> {
  await transaction(async (tx) => {
    const ended = await query('end-announcement', end.begun, [id], tx);
    const removed =
      ended.length > 0 ? [] : await query('remove-announcement', end.planned, [id], tx);
    if (ended.length + removed.length === 0) throw new DomainError('not_found');
    await recordAudit(tx, {
      accountId: null,
      action: 'announcement.end',
      targets: [{ type: 'announcement', id }],
    });
  });
}

/** Deletes announcements that ended a year ago. @returns how many */
export async function purgeAnnouncements(): Promise<number> {
  const purge = `DELETE FROM announcements WHERE ends_at < now() - interval '1 year' RETURNING 1`;
  return (await query('purge-announcements', purge, [])).length;
}
