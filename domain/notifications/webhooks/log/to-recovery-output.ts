import type { WebhookRecovery } from '#prisma/generated/client.ts';
import type { RecoveryOutput } from '../contract.browser.ts';

export const toRecoveryOutput = (row: WebhookRecovery): RecoveryOutput => ({
  _id: row.id,
  endpoint: row.endpointId,
  status: row.state,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  looked: row.looked,
  replayed: row.replayed,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
