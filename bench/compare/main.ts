import { printLine, step } from '#scripts/stack/terminal.ts';
import { checkDelivered } from '../checks.ts';
import { run } from '../run.ts';
import { withDakiya } from '../stack/dakiya.ts';
import { type CommitComparison, comparisonOfCommits } from '../table.ts';
import { withOtherTree } from './other-tree.ts';
import { accepting, createSide, delivering, type Side, type Subject } from './subjects.ts';

const rounds = 5;

/** The demo's window, and a rate that is never reached. */
const carrier = { window: 50, rate: 100_000 };

/**
 * Measures the processor time of a request here and at another commit. Both installations run all the time, each with a PostgreSQL
 * and a Redis of its own, and are measured in turns, so that other work on the machine affects both equally.
 */
export function runComparison(commit: string): void {
  run((bench) =>
    withOtherTree(commit, (tree, id) =>
      withDakiya(bench, carrier, (ours) =>
        withDakiya(
          bench,
          carrier,
          async (theirs) => {
            const [here, there] = [createSide(ours), createSide(theirs)];
            await alternate([here, there], accepting);
            for (const side of [here, there])
              await step('Delivering what was accepted', () => side.startWorker());
            await alternate([here, there], delivering);
            printLine(`\n${comparisonOfCommits(id, toLines(here, there))}\n`);
            return [
              ...here.errors(),
              ...there.errors(),
              ...(await checkDelivered(ours, here.totals)),
            ];
          },
          tree,
        ),
      ),
    ),
  );
}

async function alternate(sides: [Side, Side], subjects: Partial<Record<Subject, number>>) {
  const all = Object.entries(subjects) as [Subject, number][];
  // Not counted, until the JIT compiler has optimised the code.
  await step('Warming up', async () => {
    for (const side of sides) for (const [name, count] of all) await side.warmUp(name, count);
  });
  for (let i = 1; i <= rounds; i += 1) {
    const inTurn = i % 2 === 0 ? sides.toReversed() : sides;
    await step(`Round ${i} of ${rounds}: ${all.map(([name]) => name).join(', ')}`, async () => {
      for (const [name, count] of all) for (const side of inTurn) await side.measure(name, count);
    });
  }
}

function toLines(here: Side, there: Side): CommitComparison[] {
  const subjects = Object.keys({ ...accepting, ...delivering }) as Subject[];
  return subjects.flatMap((subject) => {
    const [ours, theirs] = [here.result(subject), there.result(subject)];
    if (!ours || !theirs) return [];
    const line = (of: string, now = 0, before = 0) => ({
      what: `${ours.what}: ${of}`,
      now,
      before,
    });
    return [line('web', ours.ms.web, theirs.ms.web), line('product', ours.product, theirs.product)];
  });
}
