import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { deliverySettings } from '#domain/delivery/settings.ts';
import '#domain/delivery/settings.ts';
import { readSettings } from '#platform/settings.ts';
import '#platform/server-settings.ts';
import '#sandbox/settings.ts';
import { checkPort, chooseFreePorts, freePort } from './ports.mjs';

afterEach(() => vi.unstubAllEnvs());

test.each(['127.0.0.1', '0.0.0.0'])(
  'the error for a port that is taken on %s names the port and its setting',
  async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    expect(await checkPort('SMPP_PORT', port, '127.0.0.1')).toBe(
      `Port ${port} is taken by another program: stop it, or set SMPP_PORT to another port.`,
    );
  },
);

test('finds a port on which a server can listen, below the range of ports for outgoing connections', async () => {
  const port = await freePort();
  expect(await checkPort('PORT', port, '127.0.0.1')).toBeNull();
  expect(port).toBeLessThan(32_768);
});

test('a port of 0 is replaced with a free port before the settings are read, and other ports stay the same', async () => {
  const settings = { PORT: '0', SANDBOX_PORT: '4321', SMPP_PORT: '0', SANDBOX_SMTP_PORT: '0' };
  for (const [name, port] of Object.entries(settings)) vi.stubEnv(name, port);
  await chooseFreePorts();
  const read = readSettings(process.env);
  const { PORT, SANDBOX_PORT, SMPP_PORT, SANDBOX_SMTP_PORT } = read as Record<string, number>;
  const { carriers } = read as typeof deliverySettings;
  expect(SANDBOX_PORT).toBe(4321);
  expect(carriers[0]?.binds[0]?.port).toBe(SMPP_PORT);
  for (const port of [PORT, SMPP_PORT, SANDBOX_SMTP_PORT]) {
    expect(port).toBeGreaterThan(1_024);
    expect(await checkPort('PORT', port ?? 0, '127.0.0.1')).toBeNull();
  }
});
