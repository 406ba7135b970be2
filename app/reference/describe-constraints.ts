import type { Constraint } from './contract.ts';
import type { Schema } from './schema.ts';

/** The whole numbers that JavaScript can count with: no limit that anybody set. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** What a value must be besides its type, in words. */
export function describeConstraints(schema: Schema): Constraint[] {
  const found: (Constraint | null)[] = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(bound(schema.minimum), bound(schema.maximum), ''),
    range(schema.minItems, schema.maxItems, 'entries'),
    schema.enum ? { words: 'One of', values: schema.enum.map(String) } : null,
    schema.const !== undefined ? { words: 'Always', values: [JSON.stringify(schema.const)] } : null,
    schema.format === 'date-time' ? { words: 'Date and time in ISO 8601', values: [] } : null,
    schema.format === 'uri' ? { words: 'A URL', values: [] } : null,
    // The pattern of a known format says nothing more, at length.
    schema.pattern && schema.format === undefined
      ? { words: 'Matches', values: [schema.pattern] }
      : null,
    schema.default !== undefined
      ? { words: 'Default', values: [JSON.stringify(schema.default)] }
      : null,
  ];
  return found.filter((constraint) => constraint !== null);
}

const bound = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < noLimit ? limit : undefined;

function range(least: number | undefined, most: number | undefined, of: string): Constraint | null {
  const say = (words: string) => ({ words: `${words} ${of}`.trim(), values: [] });
  const shown = (count: number) => count.toLocaleString('en-IN');
  if (least !== undefined && most !== undefined) return say(`${shown(least)} to ${shown(most)}`);
  if (least !== undefined) return say(`At least ${shown(least)}`);
  return most === undefined ? null : say(`At most ${shown(most)}`);
}
