import { availableParallelism, cpus } from 'node:os';
import { build } from '#scripts/bundle/build.ts';
import { supervise } from '#scripts/stack/supervise.ts';
import { say, step, styled } from '#scripts/stack/terminal.ts';
import type { Report } from './report.ts';
import { accept } from './scenarios/accept.ts';
import { endToEnd } from './scenarios/end-to-end.ts';
import { otp } from './scenarios/otp.ts';
import { createComplaints } from './stack/complaints.ts';
import type { Bench } from './stack/dakiya.ts';
import { measurements, memory } from './table.ts';

const scenarios: Record<string, (bench: Bench) => Promise<Report>> = {
  Accepting: accept,
  Delivering: endToEnd,
  'One-time passwords': otp,
};

/**
 * Measures everything and prints it in one table. The process ends with 0, or with 1 if anything
 * was lost, doubled or failed; a target that was missed is said, and no failure.
 */
export function runBench(): void {
  supervise(async (enter) => {
    const bench = { enter, complaints: createComplaints() };
    say(`\n  ${styled('bold', 'Dakiya, measured')} on ${machine()}\n`);
    await step('Building', build, (isNew) => (isNew ? 'Built' : 'Built before'));
    const reports: Report[] = [];
    for (const [title, scenario] of Object.entries(scenarios)) {
      say(`\n  ${styled('bold', title)}`);
      const report = await scenario(bench);
      reports.push({ ...report, faults: report.faults.map((fault) => `${title}: ${fault}`) });
    }
    say(`\n${measurements(reports.flatMap(({ rows }) => rows))}`);
    say(`\n${memory(reports.flatMap((report) => report.memory))}\n`);
    return conclude(
      [...reports.flatMap(({ faults }) => faults), ...bench.complaints.errors],
      bench.complaints.warnings,
    );
  });
}

function machine(): string {
  return `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, Node ${process.version}`;
}

/** Says what went wrong, if anything did. @returns the exit code */
function conclude(faults: string[], warnings: string[]): number {
  for (const warning of new Set(warnings)) say(`  ${warning}`);
  if (faults.length === 0) {
    say(`  ${styled('green', '✓')} Nothing lost, nothing doubled, no errors.\n`);
    return 0;
  }
  for (const fault of faults) say(`  ${styled('red', '✗')} ${fault}`);
  return 1;
}
