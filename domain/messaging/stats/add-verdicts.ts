import { readVerdict } from '#domain/dlt/operator-verdicts/receipt-errors.ts';
import { query } from '#platform/db.ts';

const readProfiles = 'SELECT name, profile FROM carriers WHERE name = ANY ($1::text[])';

/**
 * Names what the operators' error codes mean. The same code can have different meanings at different carriers, and the
 * counts of a reason do not name its carriers. So a code has a meaning only if all given carriers agree.
 *
 * @param reasons counted reasons, of which some have the code of a receipt, such as `UNDELIV 633`
 * @param carriers the carriers that reported the final states of the same messages
 * @returns the reasons, each with `reason`, the code in the form of a message's reason, for example
 *   `UNDELIV 633: dlt_template_not_matched`
 */
export async function addVerdicts<Reason extends { code: string }>(
  reasons: readonly Reason[],
  carriers: readonly string[],
): Promise<(Reason & { reason: string })[]> {
  const rows = await query<{ name: string; profile: unknown }>(
    'profiles-of-carriers',
    readProfiles,
    [carriers],
  );
  // The timeline of a message uses the common list for a removed carrier, too.
  const profiles = carriers.map((one) => rows.find(({ name }) => name === one)?.profile ?? null);
  return reasons.map((reason) => {
    const [, status = null, errorCode = null] = /^([A-Z]+|\d+) ([\w-]+)$/.exec(reason.code) ?? [];
    const verdicts = new Set(
      profiles.map((profile) => readVerdict({ kind: 'receipt', status, errorCode, profile })),
    );
    const [verdict] = verdicts;
    const meaning = verdicts.size === 1 && verdict ? `: ${verdict}` : '';
    return { ...reason, reason: reason.code + meaning };
  });
}
