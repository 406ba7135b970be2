import { recordAudit } from '#domain/audit/record-audit.ts';
import {
  currentRoot,
  matchesRoot,
  type TrailProtection,
  type Verification,
  verifyTrail,
} from '#domain/audit/verify-trail.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { transaction } from '#platform/db.ts';
import { printLine } from '../stack/terminal.ts';

export type AuditArguments =
  | { command: 'verify'; against: string | null }
  | { command: 'root' }
  | { command: 'reseal'; reason: string };

export async function run(wanted: AuditArguments): Promise<number> {
  if (wanted.command === 'verify') return verify(wanted.against);
  if (wanted.command === 'reseal') return reseal(wanted.reason);
  printLine((await currentRoot()).token);
  return 0;
}

/** All errors of this command are unexpected. */
export const explain = (): null => null;

const protections: Record<TrailProtection, string> = {
  role: 'This role may append and read events, but neither change nor delete them.',
  triggers:
    'Triggers refuse changes, but this role owns the tables and could turn them off. Run ops/postgres/audit.sh as a superuser.',
  none: 'Nothing refuses changes: a trigger is missing, turned off or changed, or does not fire for this role.',
};

async function verify(against: string | null): Promise<number> {
  const found = await verifyTrail();
  const { streams, events, redacted, problems, protection } = found;
  printLine(
    `Events: ${formatCount(events)}, in streams: ${formatCount(streams)}, redacted: ${formatCount(redacted)}.`,
  );
  printLine(`Protection: ${protection}. ${protections[protection]}`);
  for (const { stream, seq, kind, message } of problems) {
    // The name of a changed stream may be any text, even text that moves the cursor of a terminal.
    printLine(`✗ ${stream} ${seq}: ${kind}. ${message}`.replaceAll(/\p{C}/gu, '�'));
  }
  if (problems.length === 0)
    printLine('✓ Every event matches its hash, and every stream its head.');
  const matches = against === null ? true : await compare(against);
  return problems.length === 0 && matches ? 0 : 1;
}

async function compare(token: string): Promise<boolean> {
  const matches = await matchesRoot(token);
  const outcome = {
    null: 'The root is not readable. It has the form <time>/<64 hexadecimal digits>.',
    true: `✓ The trail has the state of this root. The root does not cover events after ${token.split('/')[0]}.`,
    false:
      '✗ The trail does not have the state of this root: events from before its time have changed, or are missing.',
  };
  printLine(outcome[`${matches}`]);
  return matches === true;
}

/**
 * Records the state after a restore in an event of the trail. This event names the last intact event of each stream
 * with a problem.
 */
async function reseal(reason: string): Promise<number> {
  const { problems } = await verifyTrail();
  const lastGood = lastGoodOf(problems);
  const { token } = await currentRoot();
  await transaction((tx) =>
    recordAudit(tx, {
      accountId: null,
      action: 'audit.reseal',
      after: { lastGood, root: token },
      reason,
    }),
  );
  for (const line of lastGood) printLine(line);
  printLine(`Recorded. The root is ${token}`);
  return 0;
}

function lastGoodOf(problems: Verification['problems']): string[] {
  const last = new Map<string, number>();
  for (const { stream, seq } of problems) {
    last.set(stream, Math.min(seq - 1, last.get(stream) ?? seq));
  }
  return [...last].map(([stream, seq]) => `${stream}: intact up to ${seq}`);
}
