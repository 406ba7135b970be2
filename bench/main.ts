import { colorize, printLine } from '#scripts/stack/terminal.ts';
import type { Report } from './report.ts';
import { run } from './run.ts';
import { accept } from './scenarios/accept.ts';
import { checkTemplates } from './scenarios/dlt.ts';
import { importTemplates } from './scenarios/dlt-import.ts';
import { endToEnd } from './scenarios/end-to-end.ts';
import { fairness } from './scenarios/fairness.ts';
import { otp } from './scenarios/otp.ts';
import { countHindi } from './scenarios/segments.ts';
import type { Bench } from './stack/dakiya.ts';
import { measurements, memory, processorTime } from './table.ts';

const scenarios: Record<string, (bench: Bench) => Promise<Report>> = {
  'Counting segments': countHindi,
  'Checking DLT templates': checkTemplates,
  'Importing DLT templates': importTemplates,
  Accepting: accept,
  Delivering: endToEnd,
  'One-time passwords': otp,
  Fairness: fairness,
};

/** Measures everything and prints one table. A missed target is printed, but is not a failure. */
export function runBench(): void {
  run(async (bench) => {
    const reports: Report[] = [];
    for (const [title, scenario] of Object.entries(scenarios)) {
      printLine(`\n  ${colorize('bold', title)}`);
      const report = await scenario(bench);
      reports.push({ ...report, errors: report.errors.map((error) => `${title}: ${error}`) });
    }
    printLine(`\n${measurements(reports.flatMap(({ rows }) => rows))}`);
    printLine(`\n${memory(reports.flatMap((report) => report.memory))}`);
    printLine(`\n${processorTime(reports.flatMap((report) => report.processorTime ?? []))}\n`);
    return reports.flatMap(({ errors }) => errors);
  });
}
