import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { findImport } from '#domain/dlt/import/import-rows.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';
import { until } from './until.ts';

/** The id of a template. */
export const idOf = (serial: number) => String(1107161700000020000n + BigInt(serial));

/** A list of templates. */
export const csv = (...rows: string[]) => ({
  name: 'templates.csv',
  bytes: Buffer.from(`Template ID,Content,Category,Header\n${rows.join('\n')}`),
});

type ImportFile = ReturnType<typeof csv>;

type Given = { isDryRun?: boolean } & Record<string, unknown>;

/** Starts an import with the given options. */
export async function startAnImport(
  userId: string,
  file: ImportFile,
  { isDryRun = false, ...given }: Given = {},
) {
  const options = importOptions.parse(given);
  return (await startImport(userId, file, { options, isDryRun })).data;
}

/** Waits until a worker is done with an import. */
export const untilOver = (userId: string, importId: string) =>
  until(`${importId} is over`, async () => {
    const found = await findImport(userId, importId);
    return found && !['queued', 'running'].includes(found.state) ? found : null;
  });

/** Imports a file. @returns the import when it is over */
export const importFile = async (userId: string, file: ImportFile, given: Given = {}) =>
  untilOver(userId, (await startAnImport(userId, file, given)).id);
