import { type Method, type Part, parts, repeatablePosts } from './methods.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

/**
 * What a method of a library needs to know about an API call. It is read from the operation in the OpenAPI document.
 */
type Call = {
  id: string;
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** The shape of the method, which decides its arguments. */
  kind: Kind;
  /** The schema of the query or the body; null if there are no parameters. */
  params: Json;
  /** The schema of the response's data. */
  data: Json;
  /** The schemas to which other schemas refer. */
  schemas: Json;
};

/**
 * `act` and `post` change the resource with an id and have an idempotency key; `act` has parameters, and `post` has
 * none. `look` has only an optional query, and `ask` a required query. `send` has a body, but no idempotency key.
 */
type Kind =
  | 'list'
  | 'listOf'
  | 'get'
  | 'read'
  | 'inspect'
  | 'ask'
  | 'look'
  | 'change'
  | 'attach'
  | 'act'
  | 'post'
  | 'create'
  | 'upload'
  | 'send';

/** Writes the classes of the library in one language, from a reduced OpenAPI document (`types.ts`). */
const write =
  (toFile: (classes: [name: string, part: Part][], callOf: (method: Method) => Call) => string) =>
  (document: Json): string => {
    const calls = new Map(readCalls(document).map((call) => [call.id, call]));
    const callOf = ([id]: Method): Call => {
      const call = calls.get(id);
      if (!call) throw new Error(`scripts/packages/methods.ts names ${id}, which the API lacks.`);
      if (isPlainPost(call) && !repeatablePosts.includes(id)) {
        throw new Error(`${id} has no Idempotency-Key. May the libraries repeat it?`);
      }
      return call;
    };
    return toFile(Object.entries(parts), callOf);
  };

/** Whether a call is a POST without an `Idempotency-Key`, of a kind for which the libraries have a method. */
const isPlainPost = ({ verb, kind }: Call) =>
  verb === 'POST' && (kind === 'read' || kind === 'send');

function readCalls(document: Json): Call[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([verb, operation]) =>
      readCall(document, path, verb, operation),
    ),
  );
}

function readCall({ components }: Json, path: string, method: string, operation: Json): Call {
  const { operationId: id, parameters, requestBody, responses, 'x-idempotent': hasKey } = operation;
  const query = parameters.filter((one: Json) => one.in === 'query');
  const fields = query.map(({ name, schema }: Json) => [name, schema]);
  const required = query.filter((one: Json) => one.required).map((one: Json) => one.name);
  const content = requestBody?.content ?? {};
  const form = content['multipart/form-data']?.schema;
  const body = content['application/json']?.schema;
  const asked = { type: 'object', properties: Object.fromEntries(fields), required };
  const either = body && form ? { anyOf: [form, body] } : (body ?? form);
  const params = either ?? (query.length > 0 ? asked : null);
  const [response] = Object.values<Json>(responses);
  const { data } = response.content['application/json'].schema.properties;
  const isList = method === 'get' && data.type === 'array';
  const hasId = path.includes('{');
  let kind: Kind;
  if (isList) kind = hasId ? 'listOf' : 'list';
  else if (hasId && body && form) kind = 'attach';
  else if (hasId && hasKey) kind = params ? 'act' : 'post';
  else if (hasId) kind = body ? 'change' : params ? 'inspect' : 'read';
  else if (hasKey) kind = body ? 'create' : 'upload';
  else if (body) kind = 'send';
  else if (params) kind = required.length > 0 ? 'ask' : 'look';
  else kind = 'get';
  const verb = method.toUpperCase() as Call['verb'];
  return { id, verb, path, kind, params, data, schemas: components.schemas };
}

const width = 116;

/** Breaks a text into lines that fit behind an indent. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || indent.length + line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => indent + line);
}

/** Writes a comment of JavaScript or PHP with its tags. */
function comment(texts: readonly string[], indent: string): string[] {
  const [text = '', ...tags] = texts;
  const short = `${indent}/** ${texts.join(' ')} */`;
  const isBrief = tags.every((tag) => tag.startsWith('@throws'));
  if (isBrief && short.length <= width) return [short];
  return [
    `${indent}/**`,
    ...wrap(text, `${indent} * `),
    ...(tags.length > 0 ? [`${indent} *`] : []),
    ...tags.flatMap((tag) => wrap(tag, `${indent} * `)),
    `${indent} */`,
  ];
}

/** The errors of a method, in groups. */
function errorsOf([, , errors]: Method, { kind, verb, path }: Call): string[] {
  if (errors) return errors.split('; ');
  const takesId = path.includes('{') || (kind === 'ask' && verb === 'DELETE');
  const isChecked =
    /^(?:change|attach|act|create|upload|send)$/.test(kind) || (kind === 'ask' && !takesId);
  const usual = [isChecked && 'InvalidRequestError', takesId && 'NotFoundError'].filter(Boolean);
  return usual.length > 0 ? [usual.join(', ')] : [];
}

/** For each kind of method: the type of the method, and the helper in `client.ts` that makes it. */
const nodeHelpers: Record<Kind, [type: string, helper: string, takesVerb?: true]> = {
  list: ['List', 'lists'],
  listOf: ['ListOf', 'listsOf'],
  get: ['Get', 'gets'],
  read: ['Read', 'byId', true],
  inspect: ['Inspect', 'inspects'],
  ask: ['Ask', 'byQuery', true],
  look: ['Look', 'byQuery', true],
  change: ['Change', 'changes'],
  attach: ['Attach', 'attaches'],
  act: ['Act', 'acts'],
  post: ['Post', 'posts'],
  create: ['Create', 'creates'],
  upload: ['Upload', 'uploads'],
  send: ['Send', 'byBody', true],
};

export const writeNodeMethods = write((classes, callOf) => {
  const types = new Set<string>();
  const body = classes.flatMap(([name, part]) => [
    '',
    ...comment([part.text.replace('`unwrapWebhook`', '`unwrap`')], ''),
    `export class ${name} extends Resource {`,
    ...Object.entries(part.parts ?? {}).map(
      ([property, Class]) => `  readonly ${property}: ${Class} = new ${Class}(this.client);`,
    ),
    ...Object.entries(part.methods).flatMap(([method, entry]) => {
      const call = callOf(entry);
      const { id, verb, path, kind } = call;
      const [type, helper, takesVerb] = nodeHelpers[kind];
      types.add(type);
      const params = id === 'verifyOtp' ? ', VerifyOtpParams' : '';
      const given = takesVerb ? `'${verb}', '${path}'` : `'${path}'`;
      return [
        '',
        ...comment([entry[1], ...errorsOf(entry, call).map((one) => `@throws ${one}`)], '  '),
        `  readonly ${method}: ${type}<'${id}'${params}> = this.client.${helper}(${given});`,
      ];
    }),
    '}',
  ]);
  return [
    `import { Resource } from './client.ts';`,
    `import type { ${[...types, 'VerifyOtpParams'].sort().join(', ')} } from './types.ts';`,
    ...body,
    '',
  ]
    .join('\n')
    .replaceAll('{\n\n', '{\n');
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const pythonName = (name: string) => (name === 'import' ? 'import_file' : snake(name));
const pythonText = (text: string) =>
  text.replace(/retryAfterSeconds|unwrapWebhook/g, snake).replace(/\bis null\b/, 'is None');

/**
 * For each kind of method, the type of the method and the options with which it is declared. `{}` stands for the name
 * of the operation.
 */
const pythonKinds: Record<Kind, [type: string, options?: string]> = {
  list: ['ListAll[t.{}Query, t.{}Entry]', '"query", optional=True, is_list=True'],
  listOf: ['ListOf[t.{}Entry]', 'is_list=True'],
  get: ['Get[t.{}Data]'],
  read: ['Read[t.{}Data]'],
  inspect: ['Inspect[t.{}Query, t.{}Data]', '"query", optional=True'],
  ask: ['Ask[t.{}Query, t.{}Data]', '"query"'],
  look: ['Look[t.{}Query, t.{}Data]', '"query", optional=True'],
  change: ['Change[t.{}Body, t.{}Data]', '"body"'],
  attach: ['Change[Union[t.{}Form, t.{}Body], t.{}Data]', '"upload"'],
  act: ['Act[t.{}Body, t.{}Data]', '"body", optional=True, key=True'],
  post: ['Act[NoParams, t.{}Data]', '"body", optional=True, key=True'],
  create: ['Create[t.{}Body, t.{}Data]', '"body", key=True'],
  upload: ['Create[t.{}Form, t.{}Data]', '"form", key=True'],
  send: ['Ask[t.{}Body, t.{}Data]', '"body"'],
};

function declareInPython(name: string, entry: Method, call: Call): string[] {
  const { id, verb, path, kind, params, data } = call;
  let [type, options] = pythonKinds[kind];
  if (kind === 'list' && !params) [type, options] = ['ListPlain[t.{}Entry]', 'is_list=True'];
  if (id === 'verifyOtp') type = 'Create[VerifyOtpParams, t.{}Data]';
  if (data.type === 'null') type = type.replace('t.{}Data', 'None');
  const given = [`"${verb}"`, `"${path}"`, options, isPlainPost(call) && 'repeatable=True'];
  const operation = id[0]?.toUpperCase() + id.slice(1);
  const errors = errorsOf(entry, call).join('; ');
  const text = pythonText(`${entry[1]}${errors && ` Raises ${errors}.`}`);
  return [
    '',
    `    ${pythonName(name)}: ${type.replaceAll('{}', operation)} = method(${given.filter(Boolean).join(', ')})`,
    ...wrap(`"""${text}"""`, '    '),
  ];
}

export const writePythonMethods = write((classes, callOf) => {
  const body = classes.flatMap(([name, part]) => [
    '',
    '',
    `class ${name}(Resource[Kind]):`,
    ...wrap(`"""${pythonText(part.text)}"""`, '    '),
    ...(part.parts
      ? [
          '',
          '    def __init__(self, runner: Runner) -> None:',
          '        super().__init__(runner)',
          ...Object.entries(part.parts).map(
            ([property, Class]) => `        self.${property}: ${Class}[Kind] = ${Class}(runner)`,
          ),
        ]
      : []),
    ...Object.entries(part.methods).flatMap(([method, entry]) =>
      declareInPython(method, entry, callOf(entry)),
    ),
  ]);
  return [
    '# Generated from the OpenAPI document by `npm run packages`. Do not edit it.',
    '"""The methods of both clients, one class per part of the API."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Union',
    '',
    'from . import _types as t',
    'from ._methods import (',
    '    Act, Ask, Change, Create, Get, Inspect, Kind, ListAll, ListOf, ListPlain, Look, NoParams, Read, Resource, Runner,',
    '    VerifyOtpParams, method,',
    ')  # fmt: skip',
    ...body,
    '',
  ].join('\n');
});

const phpTypes: Record<string, string> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'null',
};

/** The type of a schema for PHPDoc. Objects below `depth` levels have no fields. */
function phpType(schema: Json, schemas: Json, depth: number): string {
  if (schema.$ref) return phpType(schemas[schema.$ref.split('/').at(-1)], schemas, depth);
  const either = schema.properties ? null : (schema.anyOf ?? schema.oneOf);
  if (either) {
    return [...new Set(either.map((one: Json) => phpType(one, schemas, depth)))].join('|');
  }
  if (Array.isArray(schema.type)) {
    return schema.type
      .map((type: string) => phpType({ ...schema, type }, schemas, depth))
      .join('|');
  }
  if (schema.enum?.includes('true')) return 'bool';
  const literals = schema.enum ?? ('const' in schema ? [schema.const] : null);
  if (literals && schema.type !== 'null') {
    return literals.map((one: unknown) => (typeof one === 'string' ? `'${one}'` : one)).join('|');
  }
  if (schema.format === 'binary') return '\\CURLFile|\\CURLStringFile';
  if (schema.type === 'array') return `list<${phpType(schema.items, schemas, depth)}>`;
  if (schema.type !== 'object') return phpTypes[schema.type] ?? 'mixed';
  if (!schema.properties || depth === 0) return 'array<string, mixed>';
  const fields = Object.entries<Json>(schema.properties).map(([name, one]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${name}${mark}: ${phpType(one, schemas, depth - 1)}`;
  });
  return `array{${fields.join(', ')}}`;
}

/** For each kind of method, the PHP code of its parameter, its request and its helper. */
const phpKinds: Record<Kind, [params: string, helper: string, request?: string]> = {
  list: ['array $query = []', 'pages', '$query'],
  listOf: ['', 'pages', '[]'],
  get: ['', 'call'],
  read: ['', 'call'],
  inspect: ['array $query = []', 'call', 'query: $query'],
  ask: ['array $query', 'call', 'query: $query'],
  look: ['array $query = []', 'call', 'query: $query'],
  change: ['array $params', 'call', 'body: $params'],
  attach: [
    'array $params',
    'call',
    "...(isset($params['file']) ? ['form' => $params] : ['body' => $params])",
  ],
  act: ['array $params = []', 'submit', 'body: $params'],
  post: ['', 'submit', 'body: []'],
  create: ['array $params', 'submit', 'body: $params'],
  upload: ['array $params', 'submit', 'form: $params'],
  send: ['array $params', 'call', 'body: $params'],
};

const phpText = (text: string) =>
  text
    .replace('`unwrapWebhook`', '`Webhook::unwrap`')
    .replace(/`\w+(?:\.\w+)+`/g, (name) => name.replaceAll('.', '->'));

function declareInPhp(name: string, entry: Method, call: Call): string[] {
  const { verb, path, kind, params, data, schemas } = call;
  const [parameter, helper, request] = phpKinds[kind];
  const hasId = path.includes('{');
  const target = hasId ? `self::path('${path}', $id)` : `'${path}'`;
  const given =
    helper === 'pages'
      ? [target, request, '$options']
      : [
          ...(helper === 'call' ? [`'${verb}'`] : []),
          ...[target, '$options', request, isPlainPost(call) && 'repeatable: true'],
        ];
  const signature = [hasId && 'string $id', parameter, 'array $options = []'].filter(Boolean);
  const result = helper === 'pages' ? 'PageList' : data.type === 'null' ? '?array' : 'array';
  const tags = [
    ...(parameter && params
      ? [`@param ${phpType(params, schemas, 2)} ${/\$\w+/.exec(parameter)?.[0]}`]
      : []),
    '@param Options $options',
    ...(result === 'array' ? [`@return ${phpType(data, schemas, 1)}`] : []),
    ...errorsOf(entry, call).map(
      (one) => `@throws ${one.replace(/^\w+(?:, \w+Error)*/, (all) => all.replaceAll(', ', '|'))}`,
    ),
  ];
  return [
    '',
    ...comment([phpText(entry[1]), ...tags], '    '),
    `    public function ${name}(${signature.join(', ')}): ${result}`,
    '    {',
    `        return $this->${helper}(${given.filter(Boolean).join(', ')});`,
    '    }',
  ];
}

export const writePhpMethods = write((classes, callOf) => {
  const body = classes.flatMap(([name, part]) => [
    '',
    ...comment([phpText(part.text), '@phpstan-import-type Options from Resource'], ''),
    `class ${name} extends Resource`,
    '{',
    ...(name === 'Messages' ? ['    use WaitsForDelivery;'] : []),
    ...(part.parts
      ? [
          ...Object.entries(part.parts).map(
            ([property, Class]) => `    public readonly ${Class} $${property};`,
          ),
          '',
          '    protected function open(): void',
          '    {',
          ...Object.entries(part.parts).map(
            ([property, Class]) => `        $this->${property} = new ${Class}($this->client);`,
          ),
          '    }',
        ]
      : []),
    ...Object.entries(part.methods).flatMap(([method, entry]) =>
      declareInPhp(method, entry, callOf(entry)),
    ),
    '}',
  ]);
  return [
    '<?php',
    '',
    '// Generated from the OpenAPI document by `npm run packages`. Do not edit it.',
    '',
    'declare(strict_types=1);',
    '',
    'namespace Dakiya;',
    ...body,
    '',
  ]
    .join('\n')
    .replaceAll('{\n\n', '{\n');
});
