import { countSegments } from '#domain/sms/segments.browser.ts';
import { step } from '#scripts/stack/terminal.ts';
import { atLeast, type Report } from '../report.ts';
import { median } from '../statistics.ts';

const rounds = 5;

/** Texts per round: one second at the target rate. */
const perRound = 20_000;

const length = 330;

/** A typical Hindi text; no two are the same. */
const hindiText = (serial: number) =>
  `${serial} ${'नमस्ते, आपका ऑर्डर भेज दिया गया है। '.repeat(10)}`.slice(0, length);

/**
 * Measures how fast segments of Hindi texts are counted, by processor time of one core: a text in a
 * script other than Latin is split at character boundaries, which must not hold up a request.
 */
export async function countHindi(): Promise<Report> {
  const texts = Array.from({ length: perRound }, (_, serial) => hindiText(serial));
  const rates = await step(`Counting segments, ${rounds} rounds`, async () => {
    countAll(texts);
    return Array.from({ length: rounds }, () => perRound / countAll(texts));
  });
  const perSecond = median(rates);
  return {
    rows: [
      {
        what: `segments counted, Hindi of ${length} characters`,
        perSecond,
        target: atLeast(1, perSecond, 20_000, '≥ 1.00 of 20,000/s'),
      },
    ],
    memory: [],
    errors: [],
  };
}

/** @returns seconds of processor time */
function countAll(texts: string[]): number {
  const began = process.cpuUsage();
  for (const text of texts) countSegments(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000_000;
}
