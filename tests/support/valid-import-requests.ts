import { importOptions } from '#domain/messaging/dlt/import/contract.ts';
import { runImport } from '#domain/messaging/dlt/import/run-import.server.ts';
import { startImport } from '#domain/messaging/dlt/import/start-import.server.ts';
import { prisma } from '#platform/db.server.ts';
import { until } from './until.ts';
import type { GoodRequest } from './valid-payment-requests.ts';

const file = {
  name: 'templates.csv',
  bytes: Buffer.from('Template ID,Content\n1107161700000010231,Hi'),
};

/** A good request for each endpoint about imports. This process does what a worker would. */
export const validImportRequests = (
  userId: string,
): Record<string, () => Promise<GoodRequest>> => ({
  async importDltTemplates() {
    void runNext(userId);
    const form = new FormData();
    form.append('dry_run', 'true');
    form.append('file', new File([file.bytes], file.name));
    const made = new Response(form);
    return {
      body: new Uint8Array(await made.arrayBuffer()),
      headers: { 'content-type': made.headers.get('content-type') ?? '' },
    };
  },
  async getDltImport() {
    const options = importOptions.parse({});
    const { data } = await startImport(userId, file, { options, isDryRun: true });
    await runImport(data.id);
    return { path: `/dlt/imports/${data.id}` };
  },
});

/** Works on the next import that is queued. */
async function runNext(userId: string): Promise<void> {
  const queued = await until('an import is queued', () =>
    prisma.dltImport.findFirst({ where: { userId, state: 'queued' }, select: { id: true } }),
  );
  await runImport(queued.id);
}
