import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApiAdapter } from '#platform/http/api-adapter.ts';
import { answerExpectations, type BodyPlan, type BodyProblem } from '#platform/http/read-body.ts';
import { createBodyBudget } from '#platform/limits/body-budget.ts';
import { until } from '../harness/until.ts';

type Seen = { problem: BodyProblem | null; bytes: number; held: number };

const quick = {
  total: 2_000,
  perOwner: 1_500,
  maxWaiting: { perOwner: 2, total: 3 },
  maxWaitMs: 10_000,
  minBytesPerSecond: 100,
  checkMs: 100,
};

/**
 * A server that charges bodies above 10 bytes to the memory budget of the account in the path, such as `/ann`. Requests
 * for `/` are served without reading their body.
 */
async function serve(limits: Partial<typeof quick> = {}, isHeld = false) {
  const seen: Seen[] = [];
  const budget = createBodyBudget({ ...quick, ...limits });
  const plan = async ({ url }: { url?: string | undefined }): Promise<BodyPlan | null> =>
    url === '/' ? null : { owner: url ?? '', maxBody: 1_000, isHeld };
  const adapter = createApiAdapter(
    async (_, context) => {
      const { bodyProblem: problem, rawBody } = context;
      const held = budget.held.bytes;
      context.dropBody?.();
      expect(context.rawBody).toHaveLength(0);
      seen.push({ problem, bytes: rawBody.byteLength, held });
      return { status: 200, headers: new Map(), body: 'seen' };
    },
    { smallBody: 10, plan, budget },
  );
  const server = createServer((request, response) => void adapter(request, response));
  answerExpectations(server);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (head: string) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const read = { text: '' };
    socket.on('data', (chunk) => {
      read.text += chunk;
    });
    socket.on('error', () => undefined);
    socket.write(`POST ${head}\r\nHost: a\r\n`);
    return { socket, read };
  };
  return { seen, budget, open, port };
}

const answered = ({ read }: { read: { text: string } }) =>
  until('the answer', () => read.text.includes('200 OK'));

test('a request whose body is not needed is answered at once without reading the body', async () => {
  const { seen, budget, open } = await serve();
  const request = open('/ HTTP/1.1');
  request.socket.write('Content-Length: 500\r\n\r\nonly this');
  await answered(request);
  expect(seen).toEqual([{ problem: 'unwanted', bytes: 0, held: 0 }]);
  expect(budget.held).toEqual({ bytes: 0, bodies: 0 });
});

test('a body that stops arriving is abandoned, and its bytes no longer count against the memory budget', async () => {
  const { seen, budget, open } = await serve();
  const request = open('/ann HTTP/1.1');
  request.socket.write(`Content-Length: 500\r\n\r\n${'x'.repeat(300)}`);
  await until('it is charged', () => budget.held.bytes === 300);
  await answered(request);
  expect(seen).toEqual([{ problem: 'slow', bytes: 0, held: 0 }]);
  expect(budget.held).toEqual({ bytes: 0, bodies: 0 });
});

test('a body that arrives slowly but steadily is read to its end', async () => {
  const { seen, open } = await serve();
  const request = open('/ann HTTP/1.1');
  request.socket.write('Content-Length: 500\r\n\r\n');
  for (let sent = 0; sent < 500; sent += 50) {
    request.socket.write('x'.repeat(50));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await answered(request);
  expect(seen).toEqual([{ problem: null, bytes: 500, held: 0 }]);
});

test('only bytes that have arrived count against the memory budget, with or without a Content-Length', async () => {
  const { budget, open, seen } = await serve({ checkMs: 60_000 });
  const announced = open('/ann HTTP/1.1');
  announced.socket.write('Content-Length: 999\r\n\r\nonly this');
  const chunked = open('/bob HTTP/1.1');
  chunked.socket.write(`Transfer-Encoding: chunked\r\n\r\n64\r\n${'x'.repeat(100)}\r\n`);
  await until('both are charged', () => budget.held.bytes === 109);
  chunked.socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
  await answered(chunked);
  expect(seen).toEqual([{ problem: 'too_large', bytes: 0, held: 9 }]);
});

test('one account cannot use more than its share of the memory budget, and bodies of other accounts are still read', async () => {
  const { seen, budget, open } = await serve({ checkMs: 60_000 });
  const first = open('/ann HTTP/1.1');
  first.socket.write(`Content-Length: 999\r\n\r\n${'x'.repeat(900)}`);
  await until('it is charged', () => budget.held.bytes === 900);
  const second = open('/ann HTTP/1.1');
  second.socket.write(`Content-Length: 900\r\n\r\n${'x'.repeat(900)}`);
  await answered(second);
  const other = open('/bob HTTP/1.1');
  other.socket.write(`Content-Length: 900\r\n\r\n${'x'.repeat(900)}`);
  await answered(other);
  expect(seen).toEqual([
    { problem: 'own_limit', bytes: 0, held: 900 },
    { problem: null, bytes: 900, held: 900 },
  ]);
});

test('while the memory budget is used up, a body waits, and it continues when another body releases bytes', async () => {
  const { seen, budget, open } = await serve();
  const slow = ['/a', '/b', '/c'].map((path) => {
    const request = open(`${path} HTTP/1.1`);
    request.socket.write(`Content-Length: 999\r\n\r\n${'x'.repeat(600)}`);
    return request;
  });
  await until('they are charged', () => budget.held.bytes === 1_800);
  const victim = open('/victim HTTP/1.1');
  victim.socket.write(`Content-Length: 900\r\n\r\n${'x'.repeat(900)}`);
  await answered(victim);
  await Promise.all(slow.map(answered));
  expect(seen.find(({ bytes }) => bytes === 900)).toMatchObject({ problem: null });
  expect(seen.filter(({ problem }) => problem === 'slow')).toHaveLength(3);
  expect(budget.held).toEqual({ bytes: 0, bodies: 0 });
});

test('while the memory budget is used up, only a few bodies may wait; in addition, one body of each account may always wait', async () => {
  const { seen, budget, open } = await serve({ checkMs: 60_000 });
  for (const path of ['/a', '/b', '/c']) {
    open(`${path} HTTP/1.1`).socket.write(`Content-Length: 999\r\n\r\n${'x'.repeat(600)}`);
  }
  await until('they are charged', () => budget.held.bytes === 1_800);
  let opened = 3;
  const send = async (path: string) => {
    const request = open(`${path} HTTP/1.1`);
    request.socket.write(`Content-Length: 900\r\n\r\n${'x'.repeat(900)}`);
    opened += 1;
    await until('it waits or is refused', () => budget.held.bodies + seen.length === opened);
    return seen.length;
  };
  expect([await send('/ann'), await send('/ann'), await send('/ann')]).toEqual([0, 0, 1]);
  expect([await send('/bob'), await send('/bob'), await send('/eve')]).toEqual([1, 2, 2]);
  expect(seen.map(({ problem }) => problem)).toEqual(['own_limit', 'own_limit']);
});

test('a large body counts against the memory budget until its request releases the body', async () => {
  const { seen, port, budget } = await serve({}, true);
  const body = 'x'.repeat(500);
  const reply = await fetch(`http://127.0.0.1:${port}/ann`, { method: 'POST', body });
  expect(await reply.text()).toBe('seen');
  expect(seen).toEqual([{ problem: null, bytes: 500, held: 500 }]);
  expect(budget.held.bytes).toBe(0);
});

test('a client that sends `Expect: 100-continue` gets 100 before it sends the body, or gets the final answer without sending the body', async () => {
  const { seen, open } = await serve();
  const wanted = open('/ann HTTP/1.1');
  wanted.socket.write('Content-Length: 300\r\nExpect: 100-continue\r\n\r\n');
  await until('it may go on', () => wanted.read.text.includes('100 Continue'));
  wanted.socket.write('x'.repeat(300));
  await answered(wanted);
  const unwanted = open('/ HTTP/1.1');
  unwanted.socket.write('Content-Length: 300\r\nExpect: 100-continue\r\n\r\n');
  await answered(unwanted);
  expect(unwanted.read.text).not.toContain('100 Continue');
  expect(seen.map(({ problem }) => problem)).toEqual([null, 'unwanted']);
});

test('a connection that breaks within a body releases the bytes of the body', async () => {
  const { budget, open, seen } = await serve({ checkMs: 60_000 });
  const { socket } = open('/ann HTTP/1.1');
  socket.write(`Content-Length: 500\r\n\r\n${'x'.repeat(300)}`);
  await until('it is charged', () => budget.held.bytes === 300);
  socket.destroy();
  await until('it is given back', () => budget.held.bytes === 0);
  expect(seen).toEqual([]);
});
