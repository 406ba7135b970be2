import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { startChild } from '#scripts/services/child.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { aHook } from '../support/hooks.ts';

/** Alertmanager's program in Debian's package prometheus-alertmanager. */
const program = '/usr/bin/prometheus-alertmanager';

const isInstalled = existsSync(program);
if (!isInstalled) process.stdout.write(`${program} is not installed: its tests are skipped\n`);

/** A free port of this machine. */
const findPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/**
 * Starts Alertmanager with the receiver configuration from the hook's page.
 *
 * @returns its address, and the lines of its log
 */
async function startAlertmanager(hook: { url: string; secret: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'alertmanager-'));
  const config = `
route:
  receiver: dakiya
  group_wait: 0s
  group_interval: 1s
  group_by: [alertname]
receivers:
  - name: dakiya
    webhook_configs:
      - url: ${hook.url}
        send_resolved: true
        max_alerts: 20
        http_config:
          authorization:
            credentials: ${hook.secret}
`;
  await writeFile(join(folder, 'alertmanager.yml'), config);
  const port = await findPort();
  const lines: string[] = [];
  const child = await startChild({
    command: program,
    args: [
      ...[`--config.file=${folder}/alertmanager.yml`, `--storage.path=${folder}/data`],
      ...[`--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='],
    ],
    onLine: (line) => lines.push(line),
  });
  onTestFinished(async () => {
    await child.stop();
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}/api/v2/alerts`;
  await until('Alertmanager answers', async () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    lines,
    fire: (alerts: object[]) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      }),
  };
}

const diskFull = {
  labels: { alertname: 'DiskFull', instance: 'web-1:9100' },
  annotations: { summary: 'Disk is 97 % full' },
};

test.skipIf(!isInstalled)(
  'a firing and a resolved alert of Debian’s Alertmanager are sent to the numbers of the hook',
  async () => {
    const [web, { userId }] = await Promise.all([sharedWeb(), anAccount()]);
    const recipients = ['+919999900000'];
    const hook = await aHook(web.url, userId, 'alertmanager', { sendAs: 'text', recipients });
    const alertmanager = await startAlertmanager(hook);
    expect((await alertmanager.fire([diskFull])).status).toBe(200);
    const sent = (count: number) =>
      until(`${count} messages are accepted`, async () => {
        const rows = await prisma.message.findMany({
          where: { keyId: hook.id },
          orderBy: { id: 'asc' },
        });
        return rows.length === count ? rows : null;
      });
    await sent(1);
    await alertmanager.fire([{ ...diskFull, endsAt: new Date().toISOString() }]);
    const messages = await sent(2);
    expect(messages.map(({ content, recipient }) => [content, recipient])).toEqual([
      ['FIRING: DiskFull (web-1:9100). Disk is 97 % full', '+919999900000'],
      ['RESOLVED: DiskFull (web-1:9100). Disk is 97 % full', '+919999900000'],
    ]);
  },
);

test.skipIf(!isInstalled)('Alertmanager’s log contains the reason of a rejected call', async () => {
  const [web, { userId }] = await Promise.all([sharedWeb(), anAccount()]);
  const hook = await aHook(web.url, userId, 'alertmanager', { sendAs: 'text' });
  const alertmanager = await startAlertmanager(hook);
  await alertmanager.fire([diskFull]);
  const line = await until('the rejection is logged', () =>
    alertmanager.lines.find((one) => one.includes('The call names no recipient')),
  );
  expect(line).toContain('invalid_recipient');
  expect(line).not.toContain(hook.secret);
});
