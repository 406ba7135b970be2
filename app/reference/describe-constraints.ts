import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { Constraint } from './contract.ts';
import type { Schema } from './schema.ts';

/** The largest safe integer, which zod writes as the limit of any integer. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** Describes the constraints of a schema besides its type. */
export function describeConstraints(schema: Schema): Constraint[] {
  const found: (Constraint | null)[] = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(bound(schema.minimum), bound(schema.maximum), ''),
    range(schema.minItems, schema.maxItems, 'entries'),
    schema.enum ? { words: 'One of', values: schema.enum.map(String) } : null,
    schema.const !== undefined ? { words: 'Always', values: [JSON.stringify(schema.const)] } : null,
    schema.format === 'date-time' ? { words: 'Date and time in ISO 8601', values: [] } : null,
    schema.format === 'uri' ? { words: 'A URL', values: [] } : null,
    // A known format is described above; its pattern would only repeat that.
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

function range(min: number | undefined, max: number | undefined, of: string): Constraint | null {
  const toConstraint = (words: string) => ({ words: `${words} ${of}`.trim(), values: [] });
  if (min !== undefined && max !== undefined)
    return toConstraint(`${formatCount(min)} to ${formatCount(max)}`);
  if (min !== undefined) return toConstraint(`At least ${formatCount(min)}`);
  return max === undefined ? null : toConstraint(`At most ${formatCount(max)}`);
}
