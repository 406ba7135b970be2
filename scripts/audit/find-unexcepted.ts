import { z } from 'zod';
import type { Exception } from './exceptions.ts';

/** What is read of `npm audit --json`, version 2 of its report: each package, and the advisories about it. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          // Another package of the report, by which this one is affected.
          z.string(),
          z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

const grave = ['high', 'critical'];

/**
 * What of an audit must be mended before anything is released.
 *
 * @param report what npm wrote
 * @param today `2026-11-22`
 * @returns a line each for grave advisories without an exception that holds, and for exceptions that are not
 *   needed any more; null if it is no report, as when the registry did not answer
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
  const holds = (url: string) =>
    exceptions.some(({ advisory, until }) => advisory === url && today < until);
  const faults = advisories
    .filter(({ severity, url }) => grave.includes(severity) && !holds(url))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`);
  const idle = exceptions
    .filter(({ advisory }) => !advisories.some(({ url }) => url === advisory))
    .map(({ advisory }) => `scripts/audit/exceptions.ts: ${advisory} is not reported any more`);
  return [...new Set([...faults, ...idle])];
}
