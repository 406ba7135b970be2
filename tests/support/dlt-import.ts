import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { findImport } from '#domain/dlt/import/import-rows.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';
import { startWorkerProcess } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';

/**
 * Starts a worker for the imports of a test file, as a process of the build. The worker starts another program to read
 * files. The built program starts in a quarter of the time that tsx needs to compile its sources.
 */
export const startImportWorker = () =>
  stopAfterFile(
    startWorkerProcess({ WORKER_QUEUES: 'imports,schedules', RECONCILE_INTERVAL_SECONDS: '1' }),
  );

export const idOf = (serial: number) => String(1107161700000020000n + BigInt(serial));

/** A list of templates. */
export const csv = (...rows: string[]) => ({
  name: 'templates.csv',
  bytes: Buffer.from(`Template ID,Content,Category,Header\n${rows.join('\n')}`),
});

type ImportFile = ReturnType<typeof csv>;

type Given = { isDryRun?: boolean } & Record<string, unknown>;

export async function startAnImport(
  userId: string,
  file: ImportFile,
  { isDryRun = false, ...given }: Given = {},
) {
  const options = importOptions.parse(given);
  return (await startImport(userId, file, { options, isDryRun })).data;
}

/** The row of an import that began two minutes ago, so that its job or worker counts as lost. */
export function aLostImport(
  userId: string,
  bytes: Buffer<ArrayBuffer>,
  given: Record<string, unknown> = {},
) {
  const before = new Date(Date.now() - 120_000);
  return {
    ...{ userId, fileName: 'a.csv', bytes, options: importOptions.parse(given), isDryRun: false },
    ...{ createdAt: before, dueAt: before },
  };
}

/** Waits until an import has ended. */
export const untilOver = (userId: string, importId: string) =>
  until(`${importId} is over`, async () => {
    const found = await findImport(userId, importId);
    return found && !['queued', 'running'].includes(found.state) ? found : null;
  });

/** Imports a file. @returns the ended import */
export const importFile = async (userId: string, file: ImportFile, given: Given = {}) =>
  untilOver(userId, (await startAnImport(userId, file, given)).id);
