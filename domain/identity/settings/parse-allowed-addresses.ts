import { normalizeNetwork } from './normalize-network.ts';

/** Entries that a list of allowed addresses may have. */
export const maxAddresses = 50;

/** Faults that are told at once. */
const maxErrorsShown = 5;

/** Characters of an entry that are told; an address has at most 45, and three of its network. */
const shown = 48;

/**
 * Reads a list of addresses and networks, one a line or with commas between.
 *
 * @returns them in their one form, each once, in the order in which they are typed; and what is wrong
 *   with what is typed, with the line, counted from 1
 */
export function parseAllowedAddresses(typed: string): { addresses: string[]; faults: string[] } {
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
  const wrong = read.filter(({ network }) => network === null);
  const faults = wrong
    .slice(0, maxErrorsShown)
    .map(({ entry, line }) => `Line ${line}: “${cut(entry)}” is no IP address or network.`);
  if (wrong.length > maxErrorsShown)
    faults.push(`${wrong.length - maxErrorsShown} more lines are invalid.`);
  const addresses = [...new Set(read.flatMap(({ network }) => network ?? []))];
  if (addresses.length > maxAddresses) {
    const { line } = read.find(({ network }) => network === addresses[maxAddresses]) ?? {};
    faults.push(`Line ${line}: at most ${maxAddresses} addresses and networks are kept.`);
  }
  return { addresses, faults };
}

const cut = (entry: string) => (entry.length > shown ? `${entry.slice(0, shown)}…` : entry);
