// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

const head = `# Generated from the OpenAPI document by \`npm run packages\`. Do not edit it.
"""The parameters and results of each operation, by its name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, BinaryIO, Dict, List, Literal, Optional, Tuple, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing import TypedDict

    if TYPE_CHECKING:
        from typing_extensions import NotRequired

#: A file to send: its bytes, a file that is open for reading bytes, or a name with bytes.
File = Union[bytes, BinaryIO, Tuple[str, bytes]]
`;

/** Words that cannot be attribute names in a Python class. */
const keywords = new Set(['class', 'def', 'del', 'from', 'global', 'import', 'in', 'is', 'pass']);

const pascal = (text: string) =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** Collects type declarations. Equal schemas share one declaration. */
class Declarations {
  readonly lines: string[] = [];
  readonly #schemas: Record<string, Json>;
  /** The names of classes, by their schemas. */
  readonly #nameOf = new Map<string, string>();
  readonly #names = new Set<string>();

  constructor(schemas: Record<string, Json>) {
    this.#schemas = schemas;
  }

  /** Declares a type with a name, even if its schema is not an object. */
  declare(name: string, schema: Json): void {
    const type = this.typeOf(schema, schema.properties ? name : `${name}Item`);
    if (type !== name) this.#add(name, [`${name} = ${type}`]);
  }

  /**
   * Returns the type of a schema, and declares the classes that it needs.
   *
   * @param name the name of the class, if one is needed
   */
  typeOf(schema: Json, name: string): string {
    if (schema.$ref) {
      const target = schema.$ref.split('/').at(-1);
      return this.typeOf(this.#schemas[target], target);
    }
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const either = schema.anyOf ?? schema.oneOf;
    if (either) {
      const many = either.filter(({ type }: Json) => type !== 'null').length > 1;
      return union(
        either.map((one: Json, at: number) => this.typeOf(one, name + (many ? at + 1 : ''))),
      );
    }
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type: string) => this.typeOf({ ...schema, type }, name)));
    }
    if (schema.format === 'binary') return 'File';
    if (schema.type === 'array') return `List[${this.typeOf(schema.items, name)}]`;
    if (schema.type !== 'object') return simple[schema.type] ?? 'Any';
    if (schema.properties) return this.#classOf(schema, name);
    const values = schema.additionalProperties;
    return `Dict[str, ${typeof values === 'object' ? this.typeOf(values, name) : 'Any'}]`;
  }

  #classOf(schema: Json, name: string): string {
    const key = JSON.stringify(schema, (field, value) => (field === 'example' ? undefined : value));
    const known = this.#nameOf.get(key);
    if (known) return known;
    this.#nameOf.set(key, name);
    const required = new Set(schema.required);
    const fields = Object.entries<Json>(schema.properties).map(([field, one]) => {
      const type = this.typeOf(one, name + pascal(field));
      return { field, one, type: required.has(field) ? type : `NotRequired[${type}]` };
    });
    if (fields.some(({ field }) => keywords.has(field))) {
      const entries = fields.map(
        ({ field, type }) => `        "${field}": ${JSON.stringify(type)},`,
      );
      this.#add(name, [
        `${name} = TypedDict(`,
        `    "${name}",`,
        '    {',
        ...entries,
        '    },',
        ')',
      ]);
    } else {
      const body = fields.flatMap(({ field, one, type }) => [
        `    ${field}: ${type}`,
        ...describe(one),
      ]);
      const lines = [...describe(schema), ...body];
      this.#add(name, [`class ${name}(TypedDict):`, ...(lines.length > 0 ? lines : ['    pass'])]);
    }
    return name;
  }

  #add(name: string, lines: string[]): void {
    if (this.#names.has(name)) throw new Error(`Two schemas would have the name ${name}.`);
    this.#names.add(name);
    const gap = lines.length > 1 ? ['', ''] : [''];
    this.lines.push(...gap, ...lines);
  }
}

const simple: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function union(types: string[]): string {
  const distinct = [...new Set(types)];
  const given = distinct.filter((type) => type !== 'None');
  const [only = 'None'] = given;
  const type = given.length > 1 ? `Union[${given.join(', ')}]` : only;
  return given.length > 0 && given.length < distinct.length ? `Optional[${type}]` : type;
}

/** Writes a field's description where editors find it. */
function describe({ description, $ref }: Json): string[] {
  if (!description || $ref) return [];
  return [`    """${description.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`];
}

/**
 * Generates the types of the Python library from a reduced OpenAPI document (`types.ts`).
 *
 * @param document only operations that accept an API key
 */
export function generatePythonTypes(document: Json): string {
  const types = new Declarations(document.components.schemas);
  for (const item of Object.values<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      declareOperation(types, method, operation);
    }
  }
  const events = Object.entries<Json>(document.webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'];
    const target = schema.$ref
      ? document.components.schemas[schema.$ref.split('/').at(-1)]
      : schema;
    const id = {
      type: 'string',
      description:
        'The id of the event, `evt_…`: the same in all attempts and replays. Store it to recognise repeats.',
    };
    const name = `${pascal(type)}Event`;
    types.declare(name, {
      ...target,
      properties: { id, ...target.properties },
      required: ['id', ...target.required],
    });
    return name;
  });
  types.lines.push(
    '',
    '#: An event that Dakiya posts to an endpoint; `type` tells which `data` it has.',
  );
  types.lines.push('WebhookEvent = Union[', ...events.map((name) => `    ${name},`), ']');
  return `${head}${types.lines.join('\n')}\n`;
}

/** Declares the query, the bodies and the data of an operation. */
function declareOperation(types: Declarations, method: string, operation: Json): void {
  const name = pascal(operation.operationId);
  const query = (operation.parameters ?? []).filter((one: Json) => one.in === 'query');
  if (query.length > 0) {
    types.declare(`${name}Query`, {
      type: 'object',
      properties: Object.fromEntries(
        query.map(({ name: field, schema, description }: Json) => [
          field,
          { description, ...schema },
        ]),
      ),
      required: query.filter(({ required }: Json) => required).map((one: Json) => one.name),
    });
  }
  const content = operation.requestBody?.content ?? {};
  if (content['application/json']) {
    types.declare(`${name}Body`, content['application/json'].schema);
  }
  if (content['multipart/form-data']) {
    types.declare(`${name}Form`, withBooleans(content['multipart/form-data'].schema));
  }
  const [response] = Object.values<Json>(operation.responses);
  const envelope = response?.content?.['application/json']?.schema;
  if (!envelope) return;
  const { data, next, hasMore } = envelope.properties;
  if (method === 'get' && data.type === 'array') types.declare(`${name}Entry`, data.items);
  else if (!next) types.declare(`${name}Data`, data);
  else {
    types.declare(`${name}Data`, {
      ...data,
      properties: { ...data.properties, hasMore, next },
      required: [...data.required, 'hasMore', 'next'],
    });
  }
}

/** Returns a form's schema in which every field with the values `'true'` and `'false'` accepts a boolean too. */
function withBooleans(schema: Json): Json {
  const fields = Object.entries<Json>(schema.properties).map(([name, one]) => [
    name,
    one.enum?.includes('true') ? { anyOf: [one, { type: 'boolean' }] } : one,
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}
