import { colorize, printLine } from '#scripts/stack/terminal.ts';
import { missingKannelPrograms } from './kannel.ts';
import { measurements, memory, processorTime, type Report } from './report.ts';
import { type Bench, run } from './run.ts';
import { accept } from './scenarios/accept.ts';
import { endToEnd } from './scenarios/end-to-end.ts';
import { checkTemplates, countHindi, importTemplates } from './scenarios/rules.ts';
import { fairness, otp, shares } from './scenarios/waiting.ts';
import { webhooks } from './scenarios/webhooks.ts';
import { sizing } from './sizing.ts';

const scenarios: Record<string, (bench: Bench) => Promise<Report>> = {
  'Counting segments': countHindi,
  'Checking DLT templates': checkTemplates,
  'Importing DLT templates': importTemplates,
  Accepting: accept,
  Delivering: endToEnd,
  'One-time passwords': otp,
  Fairness: fairness,
  'Shares of a carrier': shares,
  Webhooks: webhooks,
};

/**
 * Measures everything and prints tables of the results. A missed target is printed, but is not a failure.
 *
 * @param withPeer whether to fail if Kannel is not installed; by default Kannel is then left out
 * @param only the title of a scenario, to run no other
 */
export function runBench({
  withPeer = false,
  only,
}: {
  withPeer?: boolean;
  only?: string;
} = {}): void {
  const missing = missingKannelPrograms();
  if (withPeer && missing.length > 0) {
    const packages = 'the packages kannel and kannel-extras of Debian';
    printLine(`--peer needs Kannel (${packages}). These are missing: ${missing.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  run(async (bench) => {
    if (missing.length > 0) printLine('  Kannel is not installed, so it is not measured.');
    const reports: Report[] = [];
    for (const [title, scenario] of Object.entries(scenarios)) {
      if (only !== undefined && title !== only) continue;
      printLine(`\n  ${colorize('bold', title)}`);
      const report = await scenario(bench);
      reports.push({ ...report, errors: report.errors.map((error) => `${title}: ${error}`) });
    }
    printLine(`\n${measurements(reports.flatMap(({ rows }) => rows))}`);
    printLine(`\n${memory(reports.flatMap((report) => report.memory))}`);
    const times = reports.flatMap((report) => report.processorTime ?? []);
    printLine(`\n${processorTime(times)}\n\n${sizing(times)}\n`);
    return reports.flatMap(({ errors }) => errors);
  });
}
