import type { AuthKind, Endpoint } from './endpoint.ts';

const withKey: Record<string, string[]>[] = [
  { apiId: [], apiKey: [] },
  { basic: [] },
  { bearer: [] },
];

/** Accepted credentials; one entry is enough. */
const security: Record<AuthKind, Record<string, string[]>[]> = {
  key: withKey,
  session: [{ session: [] }],
  'key-or-session': [...withKey, { session: [] }],
  none: [],
};

/** The credentials of an endpoint in its operation. OpenAPI 3.1 lets the schemes of keys name what they need, as those of OAuth name scopes. */
export const toSecurity = ({ auth, scope }: Endpoint) =>
  security[auth].map((way) =>
    'session' in way || scope === null
      ? way
      : Object.fromEntries(Object.keys(way).map((scheme) => [scheme, [scope]])),
  );
