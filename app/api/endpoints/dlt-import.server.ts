import { z } from 'zod';
import { maxFileBytes, maxListedRows } from '#domain/messaging/dlt/import/contract.ts';
import { type ImportPage, readImport } from '#domain/messaging/dlt/import/import-rows.server.ts';
import {
  exampleImportId,
  importForm,
  importOutput,
  toImportOutput,
} from '#domain/messaging/dlt/import/outputs.ts';
import { startImport } from '#domain/messaging/dlt/import/start-import.server.ts';
import { isOver, waitForImport } from '#domain/messaging/dlt/import/wait-for-import.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { type EndpointResult, endpoint } from '../endpoint.ts';
import { pageOutput } from './dlt-lists.ts';

/** Rows of one reply: with their warnings they have some 40 KiB. */
const maxPage = 100;

export const importDltTemplates = endpoint({
  method: 'POST',
  path: '/dlt/templates/import',
  operationId: 'importDltTemplates',
  summary: 'Import templates',
  description:
    'Registers the templates of a portal’s export, CSV or XLSX, with up to 5 MiB and 10,000 rows. Importing a file twice changes nothing, and a text under a known id is never changed. A file of up to 1,000 rows is answered at once, with the first 100 rows; for the others, or of a longer file, ask for the import by its id.',
  tag: 'DLT',
  auth: 'key-or-session',
  scope: 'dlt',
  idempotent: true,
  maxBody: maxFileBytes + 64 * 1024,
  form: importForm,
  message: 'Import finished',
  pendingMessage: 'Import is running',
  output: importOutput,
  beside: pageOutput,
  errors: ['rate_limited', 'not_found'],
  handle: async ({ caller, body, idempotency }) => {
    const { file, dry_run: isDryRun, ...options } = body;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const started = await startImport(
      caller.userId,
      { name: file.name, bytes },
      { options, isDryRun, idempotency },
    );
    const { userId } = caller;
    const { replayed, data } = started;
    return { data, replayed, rest: () => toReply(userId, data.id, replayed) };
  },
});

/** Waits for an import, without the file: others may send theirs meanwhile. */
async function toReply(userId: string, id: string, replayed: boolean): Promise<EndpointResult> {
  await waitForImport(userId, id);
  const page = await readImport(userId, id, { from: 0, limit: maxPage });
  const { found } = page;
  if (found.state === 'failed') {
    const message = found.reason ?? 'The file cannot be imported.';
    throw new DomainError('invalid_parameter', { param: 'file', message });
  }
  return { ...toPageResult(page), isPending: !isOver(found), replayed };
}

const toPageResult = ({ found, next }: ImportPage) => ({
  data: toImportOutput(found),
  beside: { hasMore: next !== null, next: next === null ? null : String(next) },
});

export const getDltImport = endpoint({
  method: 'GET',
  path: '/dlt/imports/{id}',
  operationId: 'getDltImport',
  summary: 'Get an import',
  description:
    'How far an import is, and the outcome of each of its rows, 100 at a time. The last ten are kept.',
  tag: 'DLT',
  auth: 'key-or-session',
  scope: 'dlt',
  params: z.object({ id: z.string().max(100).meta({ example: exampleImportId }) }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(maxPage).default(maxPage).meta({
      description: 'How many rows to return.',
    }),
    after: z.coerce.number().int().min(0).max(maxListedRows).optional().meta({
      description: 'The `next` of the page before.',
      example: 100,
    }),
  }),
  message: 'Import',
  output: importOutput,
  beside: pageOutput,
  errors: ['not_found'],
  handle: async ({ caller, params: { id }, query: { limit, after: from = 0 } }) =>
    toPageResult(await readImport(caller.userId, id, { from, limit })),
});
