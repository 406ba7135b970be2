import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, portFault } from './ports.mjs';

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port taken on %s is named, with its setting',
  async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    expect(await portFault('SMPP_PORT', port, '127.0.0.1')).toBe(
      `Port ${port} is taken by another program: stop it, or set SMPP_PORT to another port.`,
    );
  },
);

test('a free port has no fault', async () => {
  expect(await portFault('PORT', await freePort(), '127.0.0.1')).toBeNull();
});
