import { z } from 'zod';
import type { Exception } from './exceptions.ts';

/** The part of `npm audit --json` (report version 2) that we read: each package with its advisories. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          // Another package of the report that makes this one vulnerable.
          z.string(),
          z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

const grave = ['high', 'critical'];

/**
 * The problems of an audit report that must be fixed before a release.
 *
 * @param report the output of npm
 * @param today `2026-11-22`
 * @returns a line for each grave advisory without a valid exception, and for each exception that is no longer
 *   needed; null if it is not a report, for example because the registry did not answer
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
    .map(({ advisory }) => `scripts/audit/exceptions.ts: ${advisory} is no longer reported`);
  return [...new Set([...problems, ...unused])];
}
