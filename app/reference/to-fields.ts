import { formatCount } from '#domain/shared/format.browser.ts';
import { buildExample } from './build-example.ts';
import type { Constraint, Field, FieldGroup, InputKind } from './contract.ts';
import { listVariants, type Schema, splitNullable } from './schema.ts';

/** The fields of an object, or of the objects in a list, with a group per variant. */
export function toGroups(given: Schema): FieldGroup[] {
  const { schema } = splitNullable(given);
  const inner = schema.items ? splitNullable(schema.items).schema : schema;
  if (inner !== schema) return toGroups(inner);
  const variants = listVariants(schema).filter(({ properties }) => properties);
  if (variants.length > 0) {
    return variants.map((variant) => ({ title: pickTitle(variant), fields: toFieldList(variant) }));
  }
  const fields = toFieldList(schema);
  return fields.length > 0 ? [{ title: null, fields }] : [];
}

function toFieldList({ properties = {}, required = [], additionalProperties }: Schema): Field[] {
  const named = Object.entries(properties).map(([name, schema]) =>
    toField(name, schema, required.includes(name)),
  );
  // Fields of any name, if the document describes them.
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const open = Object.keys(others).length > 0;
  return open ? [...named, toField('{any name}', others, false)] : named;
}

/** The title of a variant, or the constant field that distinguishes it. */
function pickTitle({ title, properties = {} }: Schema): string | null {
  const [constant] = Object.entries(properties).filter(
    ([, { const: value }]) => value !== undefined,
  );
  return title ?? (constant ? `${constant[0]}: ${JSON.stringify(constant[1].const)}` : null);
}

/** The largest safe integer, which zod writes as the maximum of any integer. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** Describes the constraints of a schema besides its type. */
function describeConstraints(schema: Schema): Constraint[] {
  const found: (Constraint | null)[] = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(bound(schema.minimum), bound(schema.maximum), ''),
    range(schema.minItems, schema.maxItems, 'entries'),
    schema.enum ? { words: 'One of', values: schema.enum.map(String) } : null,
    schema.const !== undefined ? { words: 'Always', values: [JSON.stringify(schema.const)] } : null,
    schema.format === 'date-time' ? { words: 'Date and time in ISO 8601', values: [] } : null,
    schema.format === 'uri' ? { words: 'A URL', values: [] } : null,
    // A known format was described above, and the pattern would only repeat it.
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

/** Prepares a field for display. */
export function toField(name: string, given: Schema, required: boolean): Field {
  const { schema, nullable } = splitNullable(given);
  const groups = toGroups(schema);
  const example = buildExample(given);
  return {
    name,
    type: describeType(schema) + (nullable ? ' or null' : ''),
    required,
    description: given.description ?? null,
    constraints: describeConstraints(schema),
    example: groups.length > 0 ? null : toText(example),
    control: pickControl(schema),
    groups,
  };
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function describeType(schema: Schema): string {
  if (schema.items) return `array of ${describeType(splitNullable(schema.items).schema)}s`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? 'object';
}

function pickControl(schema: Schema): InputKind {
  const one = schema.const === undefined ? [] : [schema.const];
  const options = (schema.enum ?? one).map(String);
  if (options.length > 0) return { kind: 'choice', options };
  if (schema.format === 'password') return { kind: 'password' };
  if (schema.type === 'boolean') return { kind: 'choice', options: ['true', 'false'] };
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number' };
  return { kind: schema.type === 'string' ? 'text' : 'json' };
}
