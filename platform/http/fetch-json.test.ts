import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { fetchJson, maxResponseBytes, requestTimeoutMs } from './fetch-json.ts';

afterEach(() => vi.restoreAllMocks());

const shape = z.object({ id: z.string() });

/** Starts a scripted provider. @returns its address */
async function aProvider(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/user`;
}

test('gives up after ten seconds if a provider does not answer', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20));
  const url = await aProvider(() => undefined);

  await expect(fetchJson(url, shape)).rejects.toThrow(/timeout/);
  expect(asked).toHaveBeenCalledWith(requestTimeoutMs);
});

test('a non-2xx response is rejected even if its body fits the schema', async () => {
  const url = await aProvider((_request, response) => {
    response.writeHead(401).end('{"id":"1"}');
  });
  await expect(fetchJson(url, shape)).rejects.toThrow('/user responded with 401');
});

test('rejects a response with another shape, and a redirect', async () => {
  const odd = await aProvider((_request, response) => void response.end('{"id":null}'));
  await expect(fetchJson(odd, shape)).rejects.toThrow(z.ZodError);
  const away = await aProvider((_request, response) => {
    response.writeHead(302, { location: odd }).end();
  });
  await expect(fetchJson(away, shape)).rejects.toThrow();
});

test('an endless response is aborted when it exceeds the maximum size', async () => {
  let written = 0;
  const url = await aProvider((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024))) written += 64 * 1024;
    };
    response.on('drain', more);
    more();
  });
  await expect(fetchJson(url, shape)).rejects.toThrow(`longer than ${maxResponseBytes} bytes`);
  expect(written).toBeLessThan(64 * maxResponseBytes);
});
