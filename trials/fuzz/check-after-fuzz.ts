import { isDeepStrictEqual } from 'node:util';
import type { Product } from '../stack/product.ts';
import type { FuzzContext } from './fuzz-context.ts';
import { checkInvariants } from './invariants.ts';

/**
 * What is to be seen only when it is over: the database, the account that nobody may reach, the logs, and
 * the links that were mailed.
 *
 * @param before the account as it was
 * @returns what is not as it should be, a sentence each
 */
export async function checkAfterFuzz(
  product: Product,
  { victim }: FuzzContext,
  before: unknown,
): Promise<string[]> {
  const faults = await checkInvariants(product);
  const after = await victim.look();
  if (!isDeepStrictEqual(before, after)) {
    faults.push(
      `Somebody else’s account was changed, from ${JSON.stringify(before)} to ${JSON.stringify(after)}.`,
    );
  }
  const mails: { mails: { text: string }[] } = await (
    await fetch(`${product.sandboxUrl}/mailbox.json`)
  ).json();
  const led = mails.mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s>]+/g) ?? []);
  const home = new URL(product.settings.PUBLIC_URL).origin;
  const astray = led.filter((link) => new URL(link.replace(/[.,)]+$/, '')).origin !== home);
  if (astray.length > 0) faults.push(`Letters lead elsewhere: ${[...new Set(astray)].join(', ')}.`);
  return [
    ...faults,
    ...kinds(product.complaints.errors).map((line) => `A log has an error: ${line}`),
  ];
}

/** The first of each kind of line: one fault may be logged a thousand times. */
function kinds(lines: string[]): string[] {
  const first = new Map<string, string>();
  for (const line of lines) {
    const kind = line.replaceAll(/[\w-]*\d[\w-]*|"[^"]*"|'[^']*'/g, '…').slice(0, 120);
    if (!first.has(kind)) first.set(kind, line);
  }
  return [...first.values()];
}
