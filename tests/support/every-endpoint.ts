import { endpoints } from '#app/api/all-endpoints.server.ts';
import type { Endpoint } from '#app/api/endpoint.ts';
import { getOpenApiDocument } from '#app/api/openapi.server.ts';
import type { Account, User } from './account.ts';
import type { CallerKind } from './client.ts';

/** All endpoints, including that of the OpenAPI document. */
export const everyEndpoint = [...endpoints, getOpenApiDocument];

/** The account or the user that may call an endpoint; null for a public endpoint. */
export const callerOf = ({ auth }: Endpoint, account: Account, user: User): CallerKind =>
  ({ key: account, session: user, 'key-or-session': account, none: null })[auth];

/** An endpoint's path, with `x` instead of each parameter. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>) => path.replaceAll(/\{\w+\}/g, 'x');
