import type { WebhookEndpoint } from '#prisma/generated/client.ts';
import type { EndpointOutput } from '../endpoint-contract.browser.ts';
import type { EventType } from '../event-types.browser.ts';

export const toEndpointOutput = (row: WebhookEndpoint): EndpointOutput => ({
  _id: row.id,
  url: row.url,
  types: row.types as EventType[],
  apiIds: row.keyIds,
  description: row.description,
  includesText: row.includesText,
  maxPerSecond: row.maxPerSecond,
  livemode: row.livemode,
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  disabledAt: row.disabledAt?.toISOString() ?? null,
  failures: row.failures,
  failingSince: row.failingSince?.toISOString() ?? null,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
});
