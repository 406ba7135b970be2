import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { afterAll, expect, test, vi } from 'vitest';
import { byFirstSegment } from '#server/by-first-segment.ts';
import { loadServerBuild } from '../harness/server-build.ts';
import { examplePath } from '../support/example-path.ts';
import { aMember } from '../support/member.ts';
import { dataOf } from '../support/visitor.ts';

const url = 'http://localhost';
type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Handle = ReturnType<typeof createRequestHandler>;

const whole = await loadServerBuild();

/** The responses of the whole build, and of the part of the build that serves an address. */
function bothWays(build: ServerBuild) {
  const partOf = byFirstSegment(build, (part) => ({
    part,
    answer: createRequestHandler(part, 'production'),
  }));
  return {
    ofWhole: createRequestHandler(build, 'production'),
    partOf: (address: string) => partOf(new URL(url + address).pathname),
  };
}

/**
 * Routes whose loaders return only the route's id. So a page's data lists the matched routes, without queries or rendering.
 */
const hollow: ServerBuild = {
  ...whole,
  routes: Object.fromEntries(
    Object.entries(whole.routes).map(([id, route]) => {
      const page = route?.module.default && { default: () => null };
      return [id, { ...route, module: { ...page, loader: () => id } } as typeof route];
    }),
  ),
};

const real = bothWays(whole);
const matched = bothWays(hollow);
// Pages show the time, which must not change between two compared responses.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => vi.useRealTimers());
const { cookie } = await aMember(url);

const paths = [...new Set(Object.keys(whole.routes).map((id) => examplePath(whole, id) || '/'))];

/** The routes of a build as a tree, in which Remix looks up the routes of an address. */
const treeOf = ({ routes }: ServerBuild, parentId?: string): RouteObject[] =>
  Object.values(routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            id: route.id,
            path: route.path,
            index: route.index,
            children: treeOf({ routes } as ServerBuild, route.id),
          } as RouteObject,
        ]
      : [],
  );

const treesOfParts = new Map<ServerBuild, RouteObject[]>();
const treeOfWhole = treeOf(whole);

/** The ids of the routes for an address, from the outermost inwards. */
function idsFor(tree: RouteObject[], address: string) {
  const { pathname } = new URL(url + address);
  return matchRoutes(tree, pathname)?.map(({ route }) => route.id);
}

/** Variants of a path, which Remix may match to the same route, to another route or to no route. */
const written = (path: string) => [
  path.toUpperCase(),
  `${path}/`,
  `${path}?tab=messages`,
  path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `${path}/more`,
  `${path}%2Fmore`,
];

async function readAnswer(answer: Handle, path: string, headers: HeadersInit) {
  const response = await answer(new Request(url + path, { headers }), {
    nonce: 'nonce',
    requestId: 'req_1',
    clientAddress: '127.0.0.1',
  } as Parameters<Handle>[1]);
  const made = /\breq_\w{26}\b|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
  const same = (text: string) => text.replaceAll(made, 'made anew');
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => [name, same(value)]),
    body: same(await response.text()),
  };
}

async function compare({ ofWhole, partOf }: typeof real, address: string, headers: HeadersInit) {
  const expected = await readAnswer(ofWhole, address, headers);
  expect(await readAnswer(partOf(address).answer, address, headers), address).toEqual(expected);
}

test.each(paths)('the part of the build for %s answers like the whole build', async (path) => {
  // Matching does not depend on the visitor, so each page is rendered for a visitor who may see it.
  await compare(real, path, path.startsWith('/dashboard') ? { cookie: cookie() } : {});
  const data = path === '/' ? '/_root.data' : `${path}.data`;
  for (const address of [data, `${path}.data.data`]) await compare(matched, address, {});
  for (const address of written(path)) {
    const { part } = real.partOf(address);
    expect(real.partOf(dataOf(address)).part, address).toBe(part);
    const tree = treesOfParts.get(part) ?? treeOf(part);
    treesOfParts.set(part, tree);
    expect(idsFor(tree, address), address).toEqual(idsFor(treeOfWhole, address));
  }
});

test('each part of the build contains less than half of all routes', () => {
  const count = (build: ServerBuild) => Object.keys(build.routes).length;
  const parts = new Set(paths.map((path) => real.partOf(path).part));
  expect(count(whole)).toBeGreaterThan(40);
  expect(parts.size).toBeGreaterThan(20);
  // A part of the build has its own routes, their parents, the landing page, and the catch-all route.
  for (const part of parts) expect(count(part)).toBeLessThan(count(whole) / 2);
});
