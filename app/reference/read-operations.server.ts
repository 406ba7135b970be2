import { publishedDocument } from '#app/api/openapi.server.ts';
import { perInstance } from '#platform/instance.ts';
import type { OperationEntry, OperationGroup, OperationView } from './contract.ts';
import { resolveRefs } from './schema.ts';
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
export const readDocument = perInstance(
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
