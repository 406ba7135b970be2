import {
  type ApiRequest,
  type ApiResponse,
  Client,
  type ClientOptions,
  Resource,
} from './client.ts';
import { Messages } from './messages.ts';
import { Account, Dlt, Otps, Privacy, Suppressions } from './methods.ts';
import type { CallOptions } from './types.ts';
import { Webhooks } from './webhooks.ts';

/**
 * A client of a Dakiya installation. A program needs only one client, which holds no connections.
 *
 * @throws TypeError if the API ID, the API key or the address is neither given nor in the environment
 */
export class Dakiya extends Resource {
  readonly messages: Messages = new Messages(this.client);
  readonly otp: Otps = new Otps(this.client);
  readonly webhooks: Webhooks = new Webhooks(this.client);
  readonly suppressions: Suppressions = new Suppressions(this.client);
  readonly privacy: Privacy = new Privacy(this.client);
  readonly dlt: Dlt = new Dlt(this.client);
  readonly account: Account = new Account(this.client);

  constructor(options: ClientOptions = {}) {
    super(new Client(options));
  }

  /**
   * Sends a request to an endpoint that this version of the library does not know. Retries and errors work as in the other
   * methods.
   *
   * @returns the whole response, including `data`
   * @throws DakiyaError
   */
  request<T = unknown>(request: ApiRequest, options?: CallOptions): Promise<ApiResponse<T>> {
    return this.client.request<T>(request, options);
  }
}

export type { ApiRequest, ApiResponse, ClientOptions } from './client.ts';
export { version } from './client.ts';
export * from './errors.ts';
export type { WaitOptions } from './messages.ts';
export { Page, type PageList } from './pages.ts';
export type * from './types.ts';
export { type UnwrapOptions, unwrapWebhook, type WebhookHeaders } from './webhooks.ts';
