import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';
import type { OperationEntry, OperationGroup, OperationView } from './contract.ts';
import { resolveRefs } from './schema.ts';
import { type Operation, toOperation } from './to-operation.ts';

/** The document as it is published: what is shown is what programs read. */
const published = JSON.parse(new TextDecoder().decode(publishedDocument().bytes));

type Paths = Record<string, Record<string, Operation>>;

/** Every operation of the document, by its id, in the document's order. */
const operations = new Map(
  Object.entries(resolveRefs(published.paths as Paths, published)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationView] => [
      operation.operationId,
      toOperation(method, path, operation),
    ]),
  ),
);

/** The operations by what they are about, in the order in which they are shown. */
export const operationGroups: OperationGroup[] = toOperationGroups([...operations.values()]);

const inOrder = operationGroups.flatMap((group) => group.operations);

/** An operation with its neighbours in the order shown, or null if there is none of that id. */
export function readOperation(id: string) {
  const operation = operations.get(id);
  if (!operation) return null;
  const at = inOrder.findIndex((entry) => entry.id === id);
  return { operation, before: inOrder[at - 1] ?? null, after: inOrder[at + 1] ?? null };
}

function toOperationGroups(views: OperationView[]): OperationGroup[] {
  const groups = new Map<string, OperationEntry[]>();
  for (const { tag, id, method, path, summary } of views) {
    groups.set(tag, [...(groups.get(tag) ?? []), { id, method, path, summary }]);
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}
