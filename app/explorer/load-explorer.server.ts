import { loadKeys } from '#app/keys/load-keys.server.ts';
import { selectActiveKey } from '#app/keys/select-active-key.ts';
import { buildExamples } from '#app/reference/build-operation-examples.server.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { operationGroups, readOperation } from '#app/reference/read-operations.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { invariant } from '#domain/shared/errors.ts';
import { newId } from '#platform/ids.server.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** The operation and the key that are chosen, and what there is to choose from. */
export async function loadExplorer(signedIn: SignedInUser, search: URLSearchParams) {
  const { keys } = await loadKeys(signedIn);
  const operation = chosenOperation(search.get('operation'));
  const key = selectActiveKey(keys ?? [], search.get('key'));
  return {
    groups: operationGroups,
    operation: withoutAnswers(operation),
    example: buildExamples(operation, key?.keyId ?? null).curl,
    publicUrl: serverSettings.PUBLIC_URL,
    keys: keys?.map(({ keyId, name, isActive }) => ({ keyId, name, isActive })) ?? null,
    keyId: key?.keyId ?? null,
    /** Of this form as it was shown: sent twice, it is carried out once. */
    once: newId('req'),
  };
}

export type Explorer = Awaited<ReturnType<typeof loadExplorer>>;

/** An operation without its answer, of which the explorer shows nothing before it has one. */
const withoutAnswers = (operation: OperationView): OperationView => ({
  ...operation,
  success: { ...operation.success, groups: [], example: undefined },
  errorExample: undefined,
});

/** The operation of this id; for any other the first one. */
function chosenOperation(id: string | null) {
  const [first] = operationGroups[0]?.operations ?? [];
  const found = readOperation(id ?? '') ?? readOperation(first?.id ?? '');
  invariant(found, 'the document has operations');
  return found.operation;
}
