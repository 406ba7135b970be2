import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '#tests/harness/until.ts';
import { createGracefulShutdown } from './graceful-shutdown.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('when a connection breaks, responses that wait behind another response of this connection are released', async () => {
  const answers: WeakRef<ServerResponse>[] = [];
  const server = createServer((_request, response) => {
    answers.push(new WeakRef(response));
    // The first request is never answered, so the other responses wait behind it.
    if (answers.length > 1) response.end('an answer');
  });
  const { signal } = new AbortController();
  createGracefulShutdown(server, {
    signal,
    drainMs: 0,
    maxConnections: 10,
    refuse: () => ({ status: 503, headers: new Map(), body: null }),
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3));
  await until('all have arrived', () => answers.length === 3);
  client.resetAndDestroy();

  await until('they are let go', () => {
    collectGarbage();
    return answers.every((answer) => answer.deref() === undefined);
  });
  expect(answers).toHaveLength(3);
});
