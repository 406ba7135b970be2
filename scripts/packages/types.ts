import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { currentDocument } from '../openapi/baseline.ts';
import { root } from '../root.ts';
import { writeNodeMethods, writePhpMethods, writePythonMethods } from './method-classes.ts';
import { generatePythonTypes } from './python-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes
type Json = any;

/** The generated types and methods of each library, by their files. */
const generators: Record<string, (document: Json) => Promise<string> | string> = {
  'packages/node/src/schema.ts': generateNodeTypes,
  'packages/node/src/methods.ts': (document) => head + writeNodeMethods(document),
  'packages/python/src/dakiya/_types.py': generatePythonTypes,
  'packages/python/src/dakiya/_resources.py': writePythonMethods,
  'packages/php/parts/methods.php': writePhpMethods,
};

const head = `// Generated from the OpenAPI document by \`npm run packages\`. Do not edit it.
// biome-ignore-all format: as generated
// biome-ignore-all lint: as generated
// biome-ignore-all assist: as generated

`;

/**
 * Reduces a document to the parts that a library with an API key uses. Removes error responses, examples of whole
 * bodies, the idempotency key (which the library adds itself), and operations that do not accept an API key.
 */
function reduce(document: Json): Json {
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const takesKey = operation.security?.some((way: object) => 'apiKey' in way);
      if (takesKey) item[method] = reduceOperation(operation);
      else delete item[method];
    }
    if (Object.keys(item).length === 0) delete document.paths[path];
  }
  for (const item of Object.values<Json>(document.webhooks)) {
    const { content } = item.post.requestBody;
    delete content['application/json'].example;
    item.post = { requestBody: { required: true, content }, responses: {} };
  }
  return document;
}

function reduceOperation({ operationId, parameters = [], requestBody, responses }: Json): Json {
  const successes = Object.entries<Json>(responses).filter(([status]) => status.startsWith('2'));
  for (const media of Object.values<Json>(requestBody?.content ?? {})) {
    delete media.schema.example;
    // If a body has properties, its `anyOf` contains only lists of required fields. No type can be generated from
    // these, so the libraries declare the type of each alternative by hand, such as `VerifyOtpParams`.
    if (media.schema.properties) delete media.schema.anyOf;
  }
  const isIdempotent = parameters.some((one: Json) => one.name === 'Idempotency-Key');
  return {
    operationId,
    ...(isIdempotent && { 'x-idempotent': true }),
    parameters: parameters.filter((one: Json) => one.in !== 'header'),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [status, { description, content }]),
    ),
  };
}

async function generateNodeTypes(document: Json): Promise<string> {
  const nodes = await openapiTS(document, {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    transform: (schema) =>
      schema.format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  });
  return head + astToString(nodes);
}

/** Generates the types of all libraries, by their files. */
async function generate(): Promise<[file: string, text: string][]> {
  const document = await currentDocument();
  return Promise.all(
    Object.entries(generators).map(
      async ([file, generateTypes]): Promise<[string, string]> => [
        file,
        await generateTypes(reduce(structuredClone(document))),
      ],
    ),
  );
}

export async function writeLibraryTypes(): Promise<void> {
  for (const [file, text] of await generate()) await writeFile(join(root, file), text);
}

/** Compares the types of the libraries with the API. @throws Error if they differ */
export async function checkLibraryTypes(): Promise<void> {
  for (const [file, text] of await generate()) {
    if ((await readFile(join(root, file), 'utf8').catch(() => '')) === text) continue;
    throw new Error(
      `${file} differs from the API. Write it again with \`npm run packages\`, and commit it.`,
    );
  }
}
