import { isDeepStrictEqual } from 'node:util';
import type { Product } from '../stack/product.ts';
import type { FuzzContext } from './fuzz-context.ts';
import { checkInvariants } from './invariants.ts';

/**
 * Checks the state after a run: the database, the victim's account, the logs, and the links in emails.
 *
 * @param before the victim's rows before the run
 * @returns a sentence for each problem
 */
export async function checkAfterFuzz(
  product: Product,
  { victim }: FuzzContext,
  before: unknown,
): Promise<string[]> {
  const problems = await checkInvariants(product);
  const after = await victim.readRows();
  if (!isDeepStrictEqual(before, after)) {
    problems.push(
      `The victim’s account was changed, from ${JSON.stringify(before)} to ${JSON.stringify(after)}.`,
    );
  }
  const mails: { mails: { text: string }[] } = await (
    await fetch(`${product.sandboxUrl}/mailbox.json`)
  ).json();
  const links = mails.mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s>]+/g) ?? []);
  const origin = new URL(product.settings.PUBLIC_URL).origin;
  const foreignLinks = links.filter(
    (link) => new URL(link.replace(/[.,)]+$/, '')).origin !== origin,
  );
  if (foreignLinks.length > 0)
    problems.push(`Emails contain links to other sites: ${[...new Set(foreignLinks)].join(', ')}.`);
  return [
    ...problems,
    ...firstOfEachKind(product.logProblems.errors).map((line) => `A log has an error: ${line}`),
  ];
}

/** The first of each kind of line: the same error may be logged a thousand times. */
function firstOfEachKind(lines: string[]): string[] {
  const first = new Map<string, string>();
  for (const line of lines) {
    const kind = line.replaceAll(/[\w-]*\d[\w-]*|"[^"]*"|'[^']*'/g, '…').slice(0, 120);
    if (!first.has(kind)) first.set(kind, line);
  }
  return [...first.values()];
}
