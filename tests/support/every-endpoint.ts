import { endpoints } from '#app/api/all-endpoints.server.ts';
import type { Endpoint } from '#app/api/endpoint.ts';
import { getOpenApiDocument } from '#app/api/endpoints/get-openapi.server.ts';
import type { Account, User } from './account.ts';
import type { CallerKind } from './client.ts';

/** All endpoints, with the one that describes the others. */
export const everyEndpoint = [...endpoints, getOpenApiDocument];

/** Who of an account and a user may call an endpoint; null for one that anybody may. */
export const callerOf = ({ auth }: Endpoint, account: Account, user: User): CallerKind =>
  ({ key: account, session: user, 'key-or-session': account, none: null })[auth];

/** An endpoint's path, with something in the place of each parameter. */
export const pathOf = ({ path }: Pick<Endpoint, 'path'>) => path.replaceAll(/\{\w+\}/g, 'x');
