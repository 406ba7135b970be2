import { z } from 'zod';
import { toStorableLine } from '#platform/storable-text.ts';
import type { InputError } from './input-error.ts';

/** What JSON Schema says of a value, as far as names of fields go. */
type Shape = {
  properties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  type?: string;
};

/** Characters of a name that are shown; a caller may have sent any number, of any kind. */
const shown = 100;

const noSuchField = 'Unknown field. Check its name, or leave it out.';

const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape of what a schema takes, worked out once. */
function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const options = { io: 'input', unrepresentable: 'any', reused: 'inline' } as const;
  const shape = z.toJSONSchema(schema, options) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/**
 * Looks for a field that a schema does not know, and would ignore. In a union a field is known if one
 * of the options knows it.
 *
 * @param schema null if nothing at all is taken
 * @returns the first such field as a fault, or null
 */
export function findUnknownField(schema: z.ZodType | null, input: unknown): InputError | null {
  const path = search([schema ? shapeOf(schema) : { properties: {} }], input);
  if (!path) return null;
  const param = path.map((name) => toStorableLine(name, shown)).join('.');
  return { code: 'invalid_parameter', message: noSuchField, param };
}

/** @returns the way to the first field that none of the shapes knows */
function search(given: Shape[], input: unknown): string[] | null {
  const options = given.flatMap(optionsOf);
  if (options.some(isAnything) || typeof input !== 'object' || input === null) return null;
  if (Array.isArray(input)) {
    const items = options.flatMap((option) => option.items ?? []);
    return items.length > 0 ? firstOf(input.map((value, at) => [String(at), items, value])) : null;
  }
  const objects = options.filter(isObject);
  // What is no object at all is for the schema to refuse.
  if (objects.length === 0) return null;
  const fields = Object.entries(input);
  return firstOf(fields.map(([name, value]) => [name, fieldsCalled(name, objects), value]));
}

/** Looks into each of the parts, named as they are. A part that no shape has is unknown itself. */
function firstOf(parts: [name: string, shapes: Shape[], value: unknown][]): string[] | null {
  for (const [name, within, value] of parts) {
    if (within.length === 0) return [name];
    const path = search(within, value);
    if (path) return [name, ...path];
  }
  return null;
}

function optionsOf(shape: Shape): Shape[] {
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return parts.length > 0 ? parts.flatMap(optionsOf) : [shape];
}

/** Says nothing of what is taken, so that every field of it is known. */
const isAnything = ({ type, properties, items }: Shape) => !type && !properties && !items;

const isObject = ({ type, properties }: Shape) => type === 'object' || properties !== undefined;

function fieldsCalled(name: string, options: Shape[]): Shape[] {
  return options.flatMap(({ properties = {}, additionalProperties }) => {
    if (Object.hasOwn(properties, name)) return properties[name] ?? {};
    if (!additionalProperties) return [];
    return additionalProperties === true ? {} : additionalProperties;
  });
}
