import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';
import type { OperationEntry, OperationGroup, OperationView } from './contract.ts';
import { resolveRefs } from './schema.ts';
import { type Operation, toOperation } from './to-operation.ts';

/** The published document, so that the page shows what programs read. */
const published = JSON.parse(new TextDecoder().decode(publishedDocument().bytes));

type Paths = Record<string, Record<string, Operation>>;

/** Every operation by id, in the order of the document. */
const operations = new Map(
  Object.entries(resolveRefs(published.paths as Paths, published)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationView] => [
      operation.operationId,
      toOperation(method, path, operation),
    ]),
  ),
);

/** The operations by group, in display order. */
export const operationGroups: OperationGroup[] = toOperationGroups([...operations.values()]);

const inOrder = operationGroups.flatMap((group) => group.operations);

/** An operation with the previous and next ones, or null if there is none with this id. */
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
