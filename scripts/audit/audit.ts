import { z } from 'zod';
import { root } from '../root.ts';
import { startChild } from '../services/child.ts';

/** An advisory that the audit ignores temporarily, because this product never reaches the vulnerable code. */
export type Exception = {
  /** The URL of the advisory, as in the report. */
  advisory: string;
  /** Why the advisory is harmless in this product, and what must happen before it can be fixed. */
  reason: string;
  /** The day from which the advisory fails the audit again, such as `2026-12-31`. */
  until: string;
};

/** There are no exceptions at present. */
const exceptions: Exception[] = [];

/** How long to wait for the registry before it counts as unreachable, in milliseconds. */
const patienceMs = 30_000;

/**
 * Checks the packages of production against the npm registry's list of vulnerabilities.
 *
 * @param required whether an unreachable registry is an error
 * @returns whether the registry answered
 * @throws Error that names each serious advisory without an exception
 */
export async function audit(
  { required }: { required: boolean },
  askRegistry: () => Promise<unknown> = ask,
): Promise<boolean> {
  const problems = findUnexcepted(
    await askRegistry(),
    exceptions,
    new Date().toISOString().slice(0, 10),
  );
  if (!problems && required) {
    throw new Error('The npm registry did not respond, and AUDIT_REQUIRED=1 requires its answer.');
  }
  if (problems?.length) {
    throw new Error(
      `Packages that must be replaced, or get an exception for a while:\n${problems.join('\n')}`,
    );
  }
  return problems !== null;
}

/** Runs `npm audit`. @returns its parsed output; null if it is not JSON */
async function ask(): Promise<unknown> {
  const lines: string[] = [];
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const npm = await startChild({
    ...{ command: 'npm', args, cwd: root },
    onLine: (line) => lines.push(line),
  });
  const timer = setTimeout(() => void npm.stop('SIGTERM', 1_000), patienceMs);
  // npm exits with an error even if the audit worked and found an advisory. So only the output shows whether the audit
  // itself failed.
  await npm.ended.finally(() => clearTimeout(timer));
  const whole = lines.join('\n');
  try {
    // npm may print warnings before and after the JSON.
    return JSON.parse(whole.slice(whole.indexOf('\n{') + 1, whole.lastIndexOf('}') + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The part of `npm audit --json` (report version 2) that we read: each package with its advisories. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          // The name of another package in the report, which makes this package vulnerable.
          z.string(),
          z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

const grave = ['high', 'critical'];

/**
 * Finds the problems in an audit report that block a release.
 *
 * @param report the output of npm
 * @param today the current day, such as `2026-11-22`
 * @returns a line for each serious advisory without a valid exception, and for each exception that is no longer needed; null if
 *   the output is not a report, for example because the registry did not answer
 */
export function findUnexcepted(
  report: unknown,
  exceptions: Exception[],
  today: string,
): string[] | null {
  const read = reportSchema.safeParse(report);
  if (!read.success) return null;
  const advisories = Object.values(read.data.vulnerabilities).flatMap(({ via }) =>
    via.filter((by) => typeof by === 'object'),
  );
  const isExcepted = (url: string) =>
    exceptions.some(({ advisory, until }) => advisory === url && today < until);
  const problems = advisories
    .filter(({ severity, url }) => grave.includes(severity) && !isExcepted(url))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`);
  const unused = exceptions
    .filter(({ advisory }) => !advisories.some(({ url }) => url === advisory))
    .map(({ advisory }) => `scripts/audit/audit.ts: ${advisory} is no longer reported`);
  return [...new Set([...problems, ...unused])];
}
