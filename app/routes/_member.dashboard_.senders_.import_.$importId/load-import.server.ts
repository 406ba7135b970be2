import type { LoaderFunctionArgs } from '@remix-run/node';
import { isQuiet } from '#app/senders/import-forms.ts';
import type { Import, RowResult } from '#domain/dlt/import/contract.browser.ts';
import { findImport, isOver } from '#domain/dlt/import/import-rows.ts';
import { listEntities } from '#domain/dlt/registry/list-registry.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { pageOf } from '#domain/shared/page.browser.ts';

/** Rows per page. */
const pageSize = 50;

const importId = /^imp_[0-9A-HJKMNP-TV-Z]{26}$/;

/** @throws Response 404 if the account has no such import */
export async function requireImport(userId: string, id: string): Promise<Import> {
  const found = importId.test(id) ? await findImport(userId, id) : null;
  if (!found) throw new Response(null, { status: 404 });
  return found;
}

/** Loads an import with a page of its rows. Rows that need attention come first. */
export async function loadImport(
  { userId }: SignedInUser,
  { request, params: { importId = '' } }: LoaderFunctionArgs,
) {
  const after = new URL(request.url).searchParams.get('after');
  const [{ result, ...found }, entities] = await Promise.all([
    requireImport(userId, importId),
    listEntities(userId),
  ]);
  const { rows = [], ...summary } = result ?? {};
  return {
    found: { ...found, isOver: isOver(found), result: result && (summary as ResultSummary) },
    rows: pageOf(rows, keyOf, after, pageSize),
    after,
    entities,
  };
}

type ResultSummary = Omit<NonNullable<Import['result']>, 'rows'>;

export type ImportView = Awaited<ReturnType<typeof loadImport>>;

const keyOf = ({ outcome, warnings, row }: RowResult) =>
  `${isQuiet(outcome) && warnings.length === 0 ? 1 : 0}-${String(row).padStart(8, '0')}`;
