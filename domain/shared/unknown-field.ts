import { z } from 'zod';
import { toStorableLine } from '#platform/storable-text.browser.ts';
import type { InputError } from './describe-issue.browser.ts';

/** The parts of a JSON Schema that concern field names. */
type Shape = {
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  type?: string;
};

/** The maximum length of a field name in the error, because callers may send names of any length. */
const maxShownLength = 100;

const noSuchField = 'Unknown field. Check its name, or remove it.';

const shapes = new WeakMap<z.ZodType, Shape>();

/**
 * An empty registry of schema names. With zod's default registry, the JSON Schema would have references instead of the named
 * schemas.
 */
const noNames = z.registry<{ id?: string | undefined }>();

/** Returns the JSON Schema of a zod schema. Computes it only at the first call for this schema. */
function toShape(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const options = {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    metadata: noNames,
  } as const;
  const shape = z.toJSONSchema(schema, options) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/**
 * Finds a field that a schema does not define and would ignore. A field of a union is defined if one of the options defines
 * the field.
 *
 * @param schema null if the endpoint accepts no input
 * @returns an error for the first unknown field, or null
 */
export function findUnknownField(schema: z.ZodType | null, input: unknown): InputError | null {
  const path = search([schema ? toShape(schema) : { properties: {} }], input);
  if (!path) return null;
  const param = path.map((name) => toStorableLine(name, maxShownLength)).join('.');
  return { code: 'invalid_parameter', message: noSuchField, param };
}

/** @returns the path to the first field that none of the shapes defines; null if there is no such field */
function search(given: Shape[], input: unknown): string[] | null {
  const options = given.flatMap(listOptions);
  if (options.some(isAnything) || typeof input !== 'object' || input === null) return null;
  if (Array.isArray(input)) {
    const items = options.flatMap((option) => option.items ?? []);
    return items.length > 0
      ? searchParts(input.map((value, at) => [String(at), items, value]))
      : null;
  }
  const objects = options.filter(isObject);
  // The schema itself rejects values that are not objects.
  if (objects.length === 0) return null;
  const fields = Object.entries(input);
  return searchParts(fields.map(([name, value]) => [name, findFieldShapes(name, objects), value]));
}

/** Searches each field or item, and returns the path to the first unknown field. A field without shapes is unknown. */
function searchParts(parts: [name: string, shapes: Shape[], value: unknown][]): string[] | null {
  for (const [name, within, value] of parts) {
    if (within.length === 0) return [name];
    const path = search(within, value);
    if (path) return [name, ...path];
  }
  return null;
}

function listOptions(shape: Shape): Shape[] {
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return parts.length > 0 ? parts.flatMap(listOptions) : [shape];
}

/** Whether a shape accepts any value, so that no field is unknown. */
const isAnything = ({ type, properties, items }: Shape) => !type && !properties && !items;

const isObject = ({ type, properties }: Shape) => type === 'object' || properties !== undefined;

function findFieldShapes(name: string, options: Shape[]): Shape[] {
  return options.flatMap(({ properties = {}, additionalProperties }) => {
    if (Object.hasOwn(properties, name)) return properties[name] ?? {};
    if (!additionalProperties) return [];
    return additionalProperties === true ? {} : additionalProperties;
  });
}
