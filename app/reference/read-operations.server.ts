import { publishedDocument } from '#app/api/openapi.server.ts';
import { highlight } from '#app/content/highlight.server.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { perInstance } from '#platform/instance.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { credentialHeaders, type HttpCall, maskedCredentials, toCall, toCurl } from './call.ts';
import type {
  EventView,
  Examples,
  OperationEntry,
  OperationGroup,
  OperationView,
  ParameterLocation,
  RenderedCode,
} from './contract.ts';
import { resolveRefs, type Schema, toField, toGroups } from './schema.ts';
import { firstTag, type Operation, toOperation } from './to-operation.ts';

type Reference = {
  /** The operations by group, in display order. */
  groups: OperationGroup[];
  /** Prepares an operation for display; null if there is no operation with this id. */
  view: (id: string) => OperationView | null;
};

type Operations = Record<string, Record<string, Operation>>;

/** The parts of the OpenAPI document that the reference shows. */
type PublishedDocument = { paths: Operations; webhooks: Operations };

/** The document as it is published. The reference shows the same document that programs read. */
const readDocument = perInstance(
  (): Promise<PublishedDocument> =>
    publishedDocument().then(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes))),
);

/** Reads the published document, so that pages show the document that programs read. */
async function readReference(): Promise<Reference> {
  const published = await readDocument();
  const operations = new Map(
    Object.entries(published.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method, path, operation },
      ]),
    ),
  );
  // Prepares only the requested operations, because preparing all takes longer than a request may hold the event loop.
  const views = new Map<string, OperationView>();
  return {
    groups: toOperationGroups([...operations.values()]),
    view(id) {
      const found = operations.get(id);
      if (!found) return null;
      const { method, path, operation } = found;
      const view = views.get(id) ?? toOperation(method, path, resolveRefs(operation, published));
      views.set(id, view);
      return view;
    },
  };
}

const getReference = perInstance(readReference);

/** The operations by group, in display order. */
export async function readOperationGroups(): Promise<OperationGroup[]> {
  return (await getReference()).groups;
}

/** An operation with the previous and the next operation, or null if there is no operation with this id. */
export async function readOperation(id: string) {
  const { groups, view } = await getReference();
  const operation = view(id);
  if (!operation) return null;
  const inOrder = groups.flatMap((group) => group.operations);
  const at = inOrder.findIndex((entry) => entry.id === id);
  return { operation, before: inOrder[at - 1] ?? null, after: inOrder[at + 1] ?? null };
}

type Place = { method: string; path: string; operation: Operation };

function toOperationGroups(places: Place[]): OperationGroup[] {
  const groups = new Map<string, OperationEntry[]>();
  for (const { method, path, operation } of places) {
    const { operationId: id, summary } = operation;
    const tag = firstTag(operation);
    const entry = { id, method: method.toUpperCase(), path, summary };
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

/** The types of webhook events, in their order. */
export const readEventTypes = async (): Promise<string[]> =>
  Object.keys((await readDocument()).webhooks);

/**
 * A type of webhook event with the previous and the next type, or null if there is no type with this
 * name.
 */
export async function readEvent(type: string) {
  const published = await readDocument();
  const post = Object.hasOwn(published.webhooks, type) ? published.webhooks[type]?.post : undefined;
  if (!post) return null;
  const types = Object.keys(published.webhooks);
  const at = types.indexOf(type);
  return {
    event: toEvent(resolveRefs(post, published)),
    before: types[at - 1] ?? null,
    after: types[at + 1] ?? null,
  };
}

function toEvent(operation: Operation): EventView {
  const { summary, description = '', parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content?.['application/json'];
  invariant(body?.schema, 'an event has a body');
  const text = JSON.stringify(body.example, null, 2);
  return {
    type: summary,
    description,
    headers: parameters.map(({ name, required, schema, description: about }) =>
      toField(
        name,
        { ...schema, ...(about && { description: about }) } as Schema,
        required === true,
      ),
    ),
    groups: toGroups(body.schema),
    sample: { text, html: highlight(text, 'json') },
    responses: Object.entries(responses).map(([status, { description: meaning }]) => ({
      status: status === 'default' ? 'other' : status,
      meaning,
    })),
  };
}

/** Builds the examples of an operation's page, with the reader's API ID if there is one. */
export function buildExamples(operation: OperationView, keyId: string | null): Examples {
  const { success, errorExample } = operation;
  const json = (value: unknown) =>
    value === undefined ? null : renderCode(JSON.stringify(value, null, 2), 'json');
  return {
    curl: renderCode(toCurl(exampleCall(operation, keyId), serverSettings.PUBLIC_URL), 'bash'),
    answer: json(success.example),
    error: json(errorExample),
  };
}

/** The success and error envelopes, from the examples of the first operation. */
export async function buildEnvelopes(): Promise<{ success: RenderedCode; error: RenderedCode }> {
  const [group] = await readOperationGroups();
  const found = await readOperation(group?.operations[0]?.id ?? '');
  invariant(found, 'there is an operation');
  const { answer, error } = buildExamples(found.operation, null);
  invariant(answer && error, 'the first operation has a body in every answer');
  return { success: answer, error };
}

const renderCode = (text: string, language: string): RenderedCode => ({
  text,
  html: highlight(text, language),
});

/** An example call, with only the parameters that are required or have a default. */
function exampleCall(operation: OperationView, keyId: string | null): HttpCall {
  const { method, path, access, body } = operation;
  const usualParameters = (place: ParameterLocation) =>
    (operation.parameters.find((parameters) => parameters.place === place)?.fields ?? [])
      .filter(({ required, constraints }) => required || constraints.some(isDefault))
      .map(({ name, example }): [string, string] => [name, example ?? '']);
  const call = toCall({
    method,
    path,
    parameters: {
      path: usualParameters('path'),
      query: usualParameters('query'),
      header: usualParameters('header'),
    },
    credentials: credentialHeaders(access, maskedCredentials(keyId)),
    body: operation.takesFile ? undefined : body?.example,
  });
  if (!operation.takesFile) return call;
  const form = Object.entries(body?.example ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { ...call, form };
}

const isDefault = ({ words }: { words: string }) => words === 'Default';
