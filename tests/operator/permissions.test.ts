import { describe, expect, test } from 'vitest';
import { operatorPages } from '#app/operator/operator-pages.ts';
import { operatorRoles } from '#domain/identity/operators/manage-operators.ts';
import {
  hasPermission,
  needsRecentSignIn,
  type Permission,
  permissions,
} from '#domain/identity/operators/permissions.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { examplePath } from '../support/example-path.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { anOperator } from '../support/operator.ts';
import { aVisitor, dataOf } from '../support/visitor.ts';

const web = await sharedWeb();
const build = await loadServerBuild();

type Acts = Record<string, { permission: Permission }>;

/**
 * Every route of the operator's console, with the permissions that the route's loader and forms name. The layout route
 * is left out.
 */
const routes = Object.entries(build.routes)
  .filter(([id]) => id.startsWith('routes/operator.'))
  .map(([id, route]) => ({
    id,
    path: examplePath(build, id),
    loader: route?.module.loader as { permission?: Permission } | undefined,
    action: route?.module.action as { acts?: Acts } | undefined,
    /** Files have no page that could explain a refusal. */
    isFile: route?.module.default === undefined,
    /** The name of the React component of the page. */
    page: route?.module.default?.name,
  }));

/** Each page and each action of the console, with its permission. */
const guarded = routes.flatMap(({ path, loader, action, isFile }) => [
  ...(loader?.permission ? [{ what: `GET ${path}`, path, ...loader, intent: null, isFile }] : []),
  ...Object.entries(action?.acts ?? {}).map(([intent, { permission }]) => ({
    ...{ what: `POST ${path} ${intent}`, path, permission, intent, isFile },
  })),
]) as {
  what: string;
  path: string;
  permission: Permission;
  intent: string | null;
  isFile: boolean;
}[];

const operators = {
  owner: await anOperator(web.url, 'owner'),
  support: await anOperator(web.url, 'support'),
  finance: await anOperator(web.url, 'finance'),
};
const signedInBefore = await anOperator(web.url, 'owner');
await signedInLongAgo(signedInBefore.userId);
const { visitor: member } = await aMember(web.url);
const withoutFactor = await anOperator(web.url, 'owner', { hasFactor: false });

const ask = (visitor: typeof member, { path, intent }: (typeof guarded)[number]) =>
  intent === null ? visitor.get(path) : visitor.post(path, { intent });

test('each page and each form of the console names a permission that the table has', () => {
  const unnamed = routes.filter(
    ({ loader, action }) => !loader?.permission || (action !== undefined && !action.acts),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
  for (const { permission } of guarded) expect(Object.keys(permissions)).toContain(permission);
});

test('the navigation has a link for each page with a route, and no other', () => {
  const built = routes.map(({ path }) => path);
  for (const { path, hasRoute } of operatorPages)
    expect([path, built.includes(path)]).toEqual([path, hasRoute]);
});

describe.each(operatorRoles)('the role %s', (role) => {
  test.each(guarded)(`may use $what only with the permission $permission`, async (one) => {
    const { status } = await ask(operators[role].visitor, one);
    expect(status === 403).toBe(!hasPermission(role, one.permission));
    expect(status).toBeLessThan(500);
  });
});

test.each(guarded)(
  '$what responds with 404 to visitors and to users who are not operators',
  async (one) => {
    const nowhere = await aVisitor(web.url).get('/nowhere');
    expect(nowhere.status).toBe(404);
    for (const visitor of [aVisitor(web.url), member])
      expect((await ask(visitor, one)).status).toBe(404);
  },
);

test.each(guarded)('$what requires that the operator has a second factor', async (one) => {
  const { status, html } = await ask(withoutFactor.visitor, one);
  expect(status).toBe(403);
  if (!one.isFile) expect(html).toContain('Set up a second factor');
});

const forms = guarded.filter(({ intent }) => intent !== null);

test.each(forms)('$what needs a recent sign-in if its permission is sensitive', async (one) => {
  const { path, intent, permission } = one;
  // Posts to the data address, because this does not load the page. The loader of the page would find no object for the
  // `x` in the path.
  const reply = await signedInBefore.visitor.post(dataOf(path), { intent: intent ?? '' });
  const isAsked = needsRecentSignIn(permission);
  if (isAsked) expect(reply.status).toBe(403);
  expect(reply.html.includes('needsCode')).toBe(isAsked);
});

test('each page with a sensitive form can show the form for a new sign-in instead of the page', () => {
  const asking = routes.filter(({ action }) =>
    Object.values(action?.acts ?? {}).some(({ permission }) => needsRecentSignIn(permission)),
  );
  expect(asking.length).toBeGreaterThan(3);
  for (const { id, page } of asking) expect([id, page]).toEqual([id, 'ConfirmFirst']);
});

test('a form with an unknown intent changes nothing', async () => {
  for (const { path } of routes.filter(({ action }) => action)) {
    const { status } = await operators.owner.visitor.post(path, { intent: '__proto__' });
    expect([path, status]).toEqual([path, 404]);
  }
});
