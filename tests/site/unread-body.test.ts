import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startWebProcess } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';

const web = await stopAfterFile(startWebProcess());

/** All requests use one connection, which stays open, so each request waits for the previous response. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(method: string, path: string, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { origin: web.url, 'content-type': 'application/x-www-form-urlencoded' };
    const signal = AbortSignal.timeout(20_000);
    const asked = request(`${web.url}${path}`, { method, headers, agent, signal }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    asked.on('error', reject).end(body);
  });
}

test('a large form that is answered without being read does not delay the next request on the connection', async () => {
  for (let i = 0; i < 3; i++) {
    const form = `a=${'b'.repeat(200_000)}`;
    expect(await send('POST', '/payment?plan=x', form)).toBe(302);
    expect(await send('GET', '/healthz')).toBe(200);
    expect(await send('GET', '/about')).toBe(200);
  }
  agent.destroy();
});

test('a client that keeps sending a too large body still gets the response', async () => {
  const { hostname, port } = new URL(web.url);
  const size = 8 * 1024 * 1024;
  for (let i = 0; i < 5; i++) {
    const socket = connect({ host: hostname, port: Number(port) });
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.write(`POST /api/v1/messages/send-message HTTP/1.1\r\nHost: ${hostname}\r\n`);
    socket.write(`Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`);
    // If the web server closed the connection too early, the connection would be reset here, and the response might be
    // lost.
    socket.end(Buffer.alloc(size, ' '));
    await once(socket, 'close');
    const answer = Buffer.concat(received).toString();
    expect(answer).toContain('HTTP/1.1 401');
    expect(answer.toLowerCase()).toContain('connection: close');
  }
});

test('if a body is rejected without being read, the next request on the connection is not carried out', async () => {
  const { hostname, port } = new URL(web.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  const size = 2 * 1024 * 1024;
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${length}\r\n\r\n`;
  socket.write(head('/api/v1/messages/send-message', size));
  socket.write(Buffer.alloc(size, ' '));
  socket.end(head('/api/v1/no-such-path', 0));
  await once(socket, 'close');
  const answers = Buffer.concat(received)
    .toString()
    .match(/HTTP\/1\.1 \d+/g);
  expect(answers).toEqual(['HTTP/1.1 401']);
});

test('an aborted form leaves no error in the log', async () => {
  const { hostname, port } = new URL(web.url);
  for (const path of ['/login', '/payment-callback', '/sidebar']) {
    const socket = connect({ host: hostname, port: Number(port) });
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Origin: ${web.url}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 100',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\nemail=`, () => socket.resetAndDestroy());
    await once(socket, 'close');
    expect((await fetch(`${web.url}/about`)).status).toBe(200);
  }
  expect(web.log().filter(({ level }) => level > 30)).toEqual([]);
});
