import { importOptions } from '#domain/dlt/import/contract.browser.ts';
import { runImport } from '#domain/dlt/import/run-import.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import type { GoodRequest } from './valid-payment-requests.ts';

const file = {
  name: 'templates.csv',
  bytes: Buffer.from('Template ID,Content\n1107161700000010231,Hi'),
};

/** A valid request for each endpoint that imports. This process runs the imports instead of a worker. */
export const validImportRequests = (
  userId: string,
): Record<string, () => Promise<GoodRequest>> => ({
  importSuppressions: () => toBody({}, new File(['9876511223'], 'list.csv')),
  importDltTemplates() {
    void runNext(userId);
    return toBody({ dry_run: 'true' }, new File([file.bytes], file.name));
  },
  importDltList() {
    void runNext(userId);
    const list = new File(['Header,Category\nACMEIN,Service Implicit'], 'headers.csv');
    return toBody({ dry_run: 'true', list: 'headers' }, list);
  },
  async getDltImport() {
    const options = importOptions.parse({});
    const { data } = await startImport(userId, file, { options, isDryRun: true });
    await runImport(data.id);
    return { path: `/dlt/imports/${data.id}` };
  },
});

async function toBody(fields: Record<string, string>, sent: File): Promise<GoodRequest> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', sent);
  const made = new Response(form);
  return {
    body: new Uint8Array(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type') ?? '' },
  };
}

async function runNext(userId: string): Promise<void> {
  const queued = await until('an import is queued', () =>
    prisma.dltImport.findFirst({ where: { userId, state: 'queued' }, select: { id: true } }),
  );
  await runImport(queued.id);
}
