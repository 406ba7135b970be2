import { expect } from 'vitest';
import { anAccount } from './account.ts';
import { client } from './client.ts';

export async function aWebhookCaller(url: string) {
  const account = await anAccount();
  const call = client(url, account);
  return {
    account,
    call,
    /** Creates an endpoint. @returns the endpoint, and its path */
    async create(address: string, more: object = {}) {
      const { status, body } = await call.post('/webhooks/endpoints', { url: address, ...more });
      expect([status, body.data?.url]).toEqual([201, address]);
      const { _id, secret } = body.data as { _id: string; secret: string };
      return { path: `/webhooks/endpoints/${_id}`, _id, secret };
    },
  };
}
