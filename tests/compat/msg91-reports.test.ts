import { expect, test } from 'vitest';
import { toMsg91RequestId } from '#domain/webhooks/formats/msg91.ts';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWebProcess, startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const settings = { ...carriers(carrierConfig('first', smsc)), WEBHOOK_ALLOW: '127.0.0.1' };
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

test('an endpoint with MSG91’s format gets one report per message, and the report contains the id of the request', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const { url, received } = await aReceiver();
  const made = await call.post('/webhooks/endpoints', { url, format: 'msg91' });
  expect(made.body.data).toMatchObject({ format: 'msg91' });
  const { body } = await call.send('9822600001', 'Hello');
  const { payload } = await until('the report is posted', () => received[0]);
  const [report] = JSON.parse(payload.data);
  expect(report).toMatchObject({
    ...{ senderId: 'DAKIYA', requestId: toMsg91RequestId(body.data.requestId) },
    report: [{ number: '919822600001', status: '1', desc: 'DELIVERED' }],
  });
  expect(report.report[0].date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const events = await prisma.webhookEvent.findMany({ where: { userId: account.userId } });
  expect(events.map(({ type }) => type)).toEqual(['message.delivered']);
});

test('a test event to an endpoint with MSG91’s format must be about a final state', async () => {
  const call = client(web.url, await anAccount());
  const { url, received } = await aReceiver();
  const { body } = await call.post('/webhooks/endpoints', { url, format: 'msg91' });
  const tested = (type: string) => call.post(`/webhooks/endpoints/${body.data._id}/test`, { type });
  expect((await tested('ping')).body.error).toMatchObject({ code: 'invalid_parameter' });
  expect((await tested('message.undelivered')).status).toBeLessThan(300);
  const { payload } = await until('the report is posted', () => received[0]);
  expect(JSON.parse(payload.data)[0].report[0]).toMatchObject({ desc: 'FAILED', status: '2' });
});

test('no log line, metric or request log entry contains keys, codes or numbers from a query', async () => {
  const metricsPort = String(await freePort());
  const settings = { LOG_LEVEL: 'debug', METRICS_PORT: metricsPort };
  const own = await stopAfterTest(startWebProcess(settings));
  const account = await anAccount();
  const secrets = [
    account.secretKey,
    'sk_unknownunknownunknownunknownunknownun',
    '987123',
    '9822600009',
  ];
  const base = `${own.url}/compat/msg91/api/v5`;
  for (const path of ['otp/verify', 'otp', 'otp/retry', 'nothing', 'flow', '%00otp', 'otp/%zz']) {
    for (const key of secrets.slice(0, 2)) {
      const query = new URLSearchParams({
        authkey: key,
        otp: '987123',
        mobile: '9822600009',
        x: key,
      });
      await (await fetch(`${base}/${path}?${query}`)).text();
      await (await fetch(`${base}/${path}?${query}`, { method: 'POST', body: '{' })).text();
    }
  }
  const rows = await until('the request log is written', async () => {
    const found = await prisma.failedRequest.findMany({ where: { userId: account.userId } });
    return found.length > 2 && found;
  });
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const written = [own.lines().join('\n'), JSON.stringify(rows), metrics].join('\n');
  expect(written).toContain('/compat/msg91/api/v5/otp');
  for (const secret of secrets) expect(written).not.toContain(secret);
});
