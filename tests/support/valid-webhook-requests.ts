import type { Account } from './account.ts';
import { client } from './client.ts';
import type { GoodRequest } from './valid-payment-requests.ts';

/** A valid request for each endpoint about webhooks, for an account without endpoints. */
export function validWebhookRequests(
  url: string,
  account: Account,
): Record<string, () => Promise<GoodRequest>> {
  const call = client(url, account);
  const anEndpoint = async () => {
    const { body } = await call.post('/webhooks/endpoints', { url: 'https://hooks.example/' });
    return `/webhooks/endpoints/${body.data._id}`;
  };
  // The requests share this endpoint, because an account may have only 20 endpoints.
  let made: Promise<string> | undefined;
  const known = () => {
    made ??= anEndpoint();
    return made;
  };
  const anEvent = async () => {
    const { body } = await call.post(`${await known()}/test`, {});
    return `/webhooks/events/${body.data._id}`;
  };
  return {
    listWebhookEndpoints: async () => ({}),
    createWebhookEndpoint: async () => ({ body: { url: 'https://hooks.example/' } }),
    getWebhookEndpoint: async () => ({ path: await known() }),
    updateWebhookEndpoint: async () => ({ path: await known(), body: { description: 'Orders' } }),
    deleteWebhookEndpoint: async () => ({ path: await anEndpoint() }),
    getWebhookSecret: async () => ({ path: `${await known()}/secret` }),
    rotateWebhookSecret: async () => ({ path: `${await known()}/rotate`, body: {} }),
    sendTestWebhook: async () => ({ path: `${await known()}/test`, body: {} }),
    // Creates a new endpoint each time. No worker runs, so the first recovery of an endpoint does not end, and a second
    // one would be rejected.
    recoverWebhookEvents: async () => ({
      path: `${await anEndpoint()}/recover`,
      body: { since: new Date(Date.now() - 60_000).toISOString() },
    }),
    listWebhookRecoveries: async () => ({ path: `${await known()}/recoveries` }),
    listWebhookEvents: async () => ({}),
    getWebhookEvent: async () => ({ path: await anEvent() }),
    listWebhookAttempts: async () => ({ path: `${await anEvent()}/attempts` }),
    replayWebhookEvent: async () => ({ path: `${await anEvent()}/replay` }),
  };
}
