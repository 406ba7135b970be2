import { z } from 'zod';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { isTimeLimit } from '#platform/database-errors.ts';
import { query, transaction } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import type { ScheduledTasks } from '#platform/job-contract.ts';
import { logger } from '#platform/logger.ts';
import { defineSettings } from '#platform/settings.ts';
import { currentRoot } from './verify-trail.ts';

const auditSettings = defineSettings({
  /** How long events are kept. Rule 6 of the DPDP Rules 2025 requires logs of access for a year. */
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(365).max(7_300).default(400),
});

const make = `
  SELECT audit.make_month(now())::int + audit.make_month(now() + interval '1 month')::int AS count`;

/** Creates the tables of this month and the next. `audit.append` creates a missing one too. @returns how many */
export const makeAuditMonths = async (): Promise<number> =>
  (await query<{ count: number }>('make-audit-months', make, []))[0]?.count ?? 0;

/**
 * How long the task waits for the lock of the table, in milliseconds. The wait is short, because other statements on
 * the table wait behind it.
 */
const lockWaitMs = 1_000;

/**
 * Writes the anchors of ended months, and drops the months that are past their retention. If a month is in use, a later
 * run drops it.
 *
 * @returns how many months it dropped
 */
async function dropAuditMonths(): Promise<number> {
  const values = [auditSettings.AUDIT_RETENTION_DAYS];
  const statement = 'SELECT audit.drop_months($1) AS dropped';
  try {
    const [row] = await transaction(
      (tx) => query<{ dropped: number }>('drop-audit-months', statement, values, tx),
      { lockWaitMs },
    );
    return row?.dropped ?? 0;
  } catch (error) {
    if (!isTimeLimit(error)) throw error;
    logger.warn(
      { error },
      'could not drop a month of the audit trail within the time limit; will retry',
    );
    return 0;
  }
}

const lastLogged = perInstance(() => ({ day: '' }));

/**
 * Logs the root of all streams once a day, and when the worker starts. If the trail is rewritten later, it no longer
 * matches the logged root (`npm run audit -- verify --against`), because the log is outside the database.
 *
 * @returns 0, because the line itself is the result
 */
async function logAuditRoot(): Promise<number> {
  const day = lastDaysInIndia(new Date(), 1)[0] ?? '';
  const logged = lastLogged();
  if (logged.day === day) return 0;
  const { token: auditRoot, streams } = await currentRoot();
  logger.info({ auditRoot, streams }, 'root of the audit trail');
  logged.day = day;
  return 0;
}

/** The tasks that the workers repeat for this group. */
export const auditTasks: ScheduledTasks = {
  often: {},
  rarely: {
    madeAuditMonths: makeAuditMonths,
    droppedAuditMonths: dropAuditMonths,
    loggedAuditRoots: logAuditRoot,
  },
};
