import { z } from 'zod';
import {
  type ImportList,
  type ImportOptions,
  maxFileBytes,
  maxListedRows,
} from '#domain/dlt/import/contract.browser.ts';
import {
  type ImportPage,
  isOver,
  readImport,
  waitForImport,
} from '#domain/dlt/import/import-rows.ts';
import {
  exampleImportId,
  importForm,
  importOutput,
  listImportForm,
  toImportOutput,
} from '#domain/dlt/import/outputs.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency } from '#domain/shared/idempotency/saved-response.ts';
import { type EndpointResult, endpoint } from '../endpoint.ts';
import { dlt, pageOutput } from './pages.ts';

/** The number of rows in a response: about 40 KiB with their warnings. */
const maxPage = 100;

export const importDltTemplates = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/templates/import',
  operationId: 'importDltTemplates',
  summary: 'Import templates',
  description:
    'Registers the templates of a file that a DLT portal exported. The file is CSV or XLSX, with up to 5 MiB and 10,000 rows. Importing the same file a second time changes nothing. The text of a registered template never changes. If the file has up to 1,000 rows and the import ends within ten seconds, the response is usually the result with the first 100 rows. In all other cases, the response has the status 202. `GET /dlt/imports/{id}` returns the progress and further rows.',
  // Sensitive, because a file can turn entities and templates off.
  recentSignIn: { for: 'import_senders', when: ({ dry_run }) => !dry_run },
  idempotent: true,
  maxBody: maxFileBytes + 64 * 1024,
  form: importForm,
  message: 'Import finished',
  pendingMessage: 'Import is running',
  output: importOutput,
  beside: pageOutput(),
  errors: ['rate_limited', 'not_found'],
  handle: ({ caller, body, idempotency }) =>
    start(caller.userId, { ...body, list: 'templates' }, idempotency),
});

export const importDltList = endpoint({
  ...dlt,
  method: 'POST',
  path: '/dlt/imports',
  operationId: 'importDltList',
  summary: 'Import headers, entities or templates',
  description:
    'Registers the headers, entities or templates of a file that a DLT portal exported, with the same limits and options as `POST /dlt/templates/import`. New headers are `pending` until the operator of this installation approves them. If a header is already registered, it does not change. If an entity is already registered, its name is replaced.',
  // Sensitive, because a file can turn entities and templates off.
  recentSignIn: { for: 'import_senders', when: ({ dry_run }) => !dry_run },
  idempotent: true,
  maxBody: maxFileBytes + 64 * 1024,
  form: listImportForm,
  message: 'Import finished',
  pendingMessage: 'Import is running',
  output: importOutput,
  beside: pageOutput(),
  errors: ['rate_limited', 'not_found'],
  handle: ({ caller, body, idempotency }) => start(caller.userId, body, idempotency),
});

/** The parsed form of an import. */
type Sent = ImportOptions & { file: File; dry_run: boolean; list: ImportList };

async function start(
  userId: string,
  { file, dry_run: isDryRun, ...options }: Sent,
  idempotency: Idempotency | null,
): Promise<EndpointResult> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const sent = { name: file.name, bytes };
  const started = await startImport(userId, sent, { options, isDryRun, idempotency });
  const { replayed, data } = started;
  return { data, replayed, rest: () => toReply(userId, data.id, replayed) };
}

/**
 * Waits for an import after the file is released from memory, so that other callers can upload
 * meanwhile.
 */
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
  ...dlt,
  method: 'GET',
  path: '/dlt/imports/{id}',
  operationId: 'getDltImport',
  summary: 'Get an import',
  description:
    'Returns the progress of an import and the outcomes of its rows. A page has at most 100 rows. The last ten imports of an account are kept.',
  recentSignIn: false,
  params: z.object({ id: z.string().max(100).meta({ example: exampleImportId }) }),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(maxPage).default(maxPage).meta({
      description: 'The maximum number of rows to return.',
    }),
    after: z.coerce.number().int().min(0).max(maxListedRows).optional().meta({
      description: 'The value of `next` in the previous page.',
      example: 100,
    }),
  }),
  message: 'Import',
  output: importOutput,
  beside: pageOutput(),
  errors: ['not_found'],
  handle: async ({ caller, params: { id }, query: { limit, after: from = 0 } }) =>
    toPageResult(await readImport(caller.userId, id, { from, limit })),
});
