import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import { afterAll, expect, test, vi } from 'vitest';
import { byFirstSegment } from '#server/by-first-segment.ts';
import { examplePath } from '../support/example-path.ts';
import { aMember } from '../support/member.ts';
import { loadServerBuild } from '../support/server-build.ts';
import { dataOf } from '../support/visitor.ts';

const whole = await loadServerBuild();
const parts: ServerBuild[] = [];
const answerOfWhole = createRequestHandler(whole, 'production');
const answerOfPart = byFirstSegment(whole, (part) => {
  parts.push(part);
  return createRequestHandler(part, 'production');
});
const url = 'http://localhost';
// Pages show the time; it must not go on between two answers that are compared.
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => vi.useRealTimers());
const { cookie } = await aMember(url);

const paths = [...new Set(Object.keys(whole.routes).map((id) => examplePath(whole, id) || '/'))];

/** Ways in which a browser asks for a page. */
const asked = (path: string) => [path, `${path === '/' ? '/_root' : path}.data`];

/** The handler of the part that an address belongs to. */
const partOf = (address: string) => answerOfPart(new URL(url + address).pathname);

/** Other ways to write a path that Remix takes for the same, for another, or for none. */
const written = (path: string) => [
  path.toUpperCase(),
  `${path}/`,
  `${path}?tab=messages`,
  path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `${path}/more`,
  `${path}%2Fmore`,
];

type Handle = ReturnType<typeof createRequestHandler>;

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

test.each(paths)(
  '%s is answered as by the whole build, by a visitor and a member',
  async (path) => {
    const [visitor, member] = [new Headers(), new Headers({ cookie: cookie() })];
    const compare = async (address: string, headers: Headers) => {
      const expected = await readAnswer(answerOfWhole, address, headers);
      expect(await readAnswer(partOf(address), address, headers), address).toEqual(expected);
    };
    for (const address of asked(path)) {
      for (const headers of [visitor, member]) await compare(address, headers);
    }
    // Who asks decides nothing about how a path is read, nor does what is drawn of it.
    for (const address of written(path)) {
      expect(partOf(dataOf(address)), address).toBe(partOf(address));
      await compare(dataOf(address), member);
    }
    await compare(`${path}.data.data`, member);
  },
);

test('a page is looked for among a few routes, whatever the address', () => {
  const count = (build: ServerBuild) => Object.keys(build.routes).length;
  expect(count(whole)).toBeGreaterThan(40);
  expect(parts.length).toBeGreaterThan(20);
  // Its own, what they lie in, the landing page and what takes any path.
  for (const part of parts) expect(count(part)).toBeLessThan(count(whole) / 2);
});
