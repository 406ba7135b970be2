import { readLivemode } from '#app/dashboard/choices.server.ts';
import { loadKeys, selectActiveKey } from '#app/keys/keys.server.ts';
import type { OperationGroup, OperationView } from '#app/reference/contract.ts';
import { findOwnExample } from '#app/reference/own-example.server.ts';
import {
  buildExamples,
  readOperation,
  readOperationGroups,
} from '#app/reference/read-operations.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { newId } from '#platform/ids.ts';
import { serverSettings } from '#platform/server-settings.ts';

/** Loads the selected operation and key of the dashboard's mode, and the options of both. */
export async function loadExplorer(signedIn: SignedInUser, request: Request) {
  const { searchParams: search } = new URL(request.url);
  const [livemode, loaded] = await Promise.all([
    readLivemode(request, signedIn),
    loadKeys(signedIn),
  ]);
  const keys = loaded.keys?.filter((key) => key.livemode === livemode) ?? null;
  const groups = await readOperationGroups();
  const operation = await selectOperation(search.get('operation'), groups);
  const asked = search.get('key');
  const key = selectActiveKey(keys ?? [], asked);
  const other = loaded.keys?.find(({ keyId, livemode: of }) => keyId === asked && of !== livemode);
  return {
    livemode,
    /** The key in the URL if it is a key of the user in the other mode. */
    ofOtherMode: other ? { what: 'key' as const, id: other.keyId } : null,
    groups,
    operation: withoutResponses(operation),
    own: await findOwnExample(operation, { userId: signedIn.userId, livemode, key }),
    example: buildExamples(operation, key?.keyId ?? null).curl,
    publicUrl: serverSettings.PUBLIC_URL,
    keys: keys?.map(({ keyId, name, isActive }) => ({ keyId, name, isActive })) ?? null,
    keyId: key?.keyId ?? null,
    /** The form's idempotency key, so that submitting it again has no further effect. */
    once: newId('req'),
  };
}

export type Explorer = Awaited<ReturnType<typeof loadExplorer>>;

/** An operation without its documented response; the explorer shows only the real response. */
const withoutResponses = (operation: OperationView): OperationView => ({
  ...operation,
  success: { ...operation.success, groups: [], example: undefined },
  errorExample: undefined,
});

/** The operation with this id; the first operation if there is no such operation. */
async function selectOperation(id: string | null, groups: OperationGroup[]) {
  const [first] = groups[0]?.operations ?? [];
  const found = (await readOperation(id ?? '')) ?? (await readOperation(first?.id ?? ''));
  invariant(found, 'the document has operations');
  return found.operation;
}
