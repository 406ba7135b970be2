import { z } from 'zod';
import { maxFileBytes } from '#domain/messaging/dlt/import/contract.ts';
import { readImport } from '#domain/messaging/dlt/import/import-rows.server.ts';
import {
  exampleImportId,
  importForm,
  importOutput,
  toImportOutput,
} from '#domain/messaging/dlt/import/outputs.ts';
import { startImport } from '#domain/messaging/dlt/import/start-import.server.ts';
import { isOver, waitForImport } from '#domain/messaging/dlt/import/wait-for-import.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { endpoint } from '../endpoint.ts';

export const importDltTemplates = endpoint({
  method: 'POST',
  path: '/dlt/templates/import',
  operationId: 'importDltTemplates',
  summary: 'Import templates',
  description:
    'Registers the templates of a portal’s export, CSV or XLSX, with up to 5 MiB and 10,000 rows. Importing a file twice changes nothing, and a text under a known id is never changed. Up to 1,000 rows are answered at once; for more, ask for the import by its id.',
  tag: 'DLT',
  auth: 'key-or-session',
  idempotent: true,
  maxBody: maxFileBytes + 64 * 1024,
  form: importForm,
  message: 'Import finished',
  pendingMessage: 'Import is running',
  output: importOutput,
  errors: ['rate_limited', 'not_found'],
  handle: async ({ caller, body, idempotency }) => {
    const { file, dry_run: isDryRun, ...options } = body;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const started = await startImport(
      caller.userId,
      { name: file.name, bytes },
      { options, isDryRun, idempotency },
    );
    const found = await waitForImport(caller.userId, started.data.id);
    if (found.state === 'failed') {
      const message = found.reason ?? 'The file cannot be imported.';
      throw new DomainError('invalid_parameter', { param: 'file', message });
    }
    return {
      data: toImportOutput(found),
      isPending: !isOver(found),
      replayed: started.replayed,
    };
  },
});

export const getDltImport = endpoint({
  method: 'GET',
  path: '/dlt/imports/{id}',
  operationId: 'getDltImport',
  summary: 'Get an import',
  description: 'How far an import is, and what became of its rows. The last ten are kept.',
  tag: 'DLT',
  auth: 'key-or-session',
  params: z.object({ id: z.string().max(100).meta({ example: exampleImportId }) }),
  message: 'Import',
  output: importOutput,
  errors: ['not_found'],
  handle: async ({ caller, params: { id } }) => ({
    data: toImportOutput(await readImport(caller.userId, id)),
  }),
});
