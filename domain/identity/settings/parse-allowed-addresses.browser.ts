import { normalizeNetwork } from './normalize-network.browser.ts';

/** Maximum number of entries. */
export const maxAddresses = 50;

const maxErrorsShown = 5;

/**
 * Characters of an invalid entry that are shown; an address has at most 45, with its network 48.
 */
const maxShownLength = 48;

/**
 * Parses a list of addresses and networks, separated by lines or commas.
 *
 * @returns the normalized entries without duplicates, in input order; and an error for each invalid
 *   entry, with its line number from 1
 */
export function parseAllowedAddresses(typed: string): { addresses: string[]; errors: string[] } {
  const entries = typed.split(/\r\n|\r|\n/).flatMap((line, at) =>
    line
      .split(',')
      .map((entry) => ({ entry: entry.trim(), line: at + 1 }))
      .filter(({ entry }) => entry !== ''),
  );
  const read = entries.map(({ entry, line }) => ({
    entry,
    line,
    network: normalizeNetwork(entry),
  }));
  const invalid = read.filter(({ network }) => network === null);
  const errors = invalid
    .slice(0, maxErrorsShown)
    .map(({ entry, line }) => `Line ${line}: “${cut(entry)}” is no IP address or network.`);
  if (invalid.length > maxErrorsShown)
    errors.push(`${invalid.length - maxErrorsShown} more lines are invalid.`);
  const addresses = [...new Set(read.flatMap(({ network }) => network ?? []))];
  if (addresses.length > maxAddresses) {
    const { line } = read.find(({ network }) => network === addresses[maxAddresses]) ?? {};
    errors.push(`Line ${line}: at most ${maxAddresses} addresses and networks are kept.`);
  }
  return { addresses, errors };
}

const cut = (entry: string) =>
  entry.length > maxShownLength ? `${entry.slice(0, maxShownLength)}…` : entry;
