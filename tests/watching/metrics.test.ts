import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { startWatchedProduct } from '../harness/watched-product.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { exposedNames, metricsIn, scrape, untilScraped } from '../support/metrics.ts';
import { codeOfRow } from '../support/otp-code.ts';

const { web, worker, account, call, reach, watch } = await startWatchedProduct();

test('web server and worker count accepted, delivered, rejected and requested messages', async () => {
  const sent = await call.send('9876543210', 'Hello');
  await reach(sent.body.data._id, 'delivered');
  await call.post('/messages/batch', {
    messages: [1, 2, 3].map((n) => ({ recipient: '9876543211', message: `Text ${n}` })),
  });
  await call.get('/messages/msg_00000000000000000000000000');
  await call.send('12', 'Not a number');
  const poor = client(web.url, await anAccount({ messageLimit: 0 }));
  await poor.send('9876543210', 'Too many');

  const seen = await scrape(watch.web);
  expect(seen.sum('dakiya_messages_accepted_total', { kind: 'message' })).toBe(4);
  expect(seen.sum('dakiya_accept_seconds_count', { kind: 'message' })).toBe(2);
  expect(seen.sum('dakiya_api_errors_total', { code: 'message_limit_reached' })).toBe(1);
  expect(seen.sum('dakiya_api_errors_total', { code: 'not_found' })).toBe(1);
  const send = { endpoint: '/messages/send-message', method: 'POST' };
  expect(seen.sum('dakiya_http_requests_total', { ...send, status: '2xx' })).toBe(1);
  expect(seen.sum('dakiya_http_requests_total', { ...send, status: '4xx' })).toBe(2);
  const asked = seen.sum('dakiya_http_requests_total', { endpoint: '/messages/{id}' });
  expect(seen.sum('dakiya_http_request_seconds_count', { endpoint: '/messages/{id}' })).toBe(asked);
  expect(seen.sum('dakiya_dependency_up')).toBe(2);
  expect(seen.sum('dakiya_build_info', { program: 'web' })).toBe(1);

  const first = { carrier: 'first' };
  const all = await untilScraped(watch.worker, 'four receipts', (now) => {
    return now.sum('dakiya_receipts_total', { ...first, state: 'delivered' }) >= 4;
  });
  expect(all.sum('dakiya_submits_total', { ...first, outcome: 'accepted' })).toBe(4);
  expect(all.sum('dakiya_submit_seconds_count', first)).toBe(4);
  expect(all.sum('dakiya_carrier_bound', first)).toBe(1);
  await untilScraped(watch.worker, 'four are settled', (now) => {
    return now.sum('dakiya_receipt_seconds_count', first) === 4;
  });
  await untilScraped(watch.worker, 'wake-ups, of which one may be for several messages', (now) => {
    return now.sum('dakiya_jobs_total', { queue: 'messages', result: 'done' }) > 0;
  });
});

test('metrics count codes that are sent, resent and verified', async () => {
  const recipient = '9811100001';
  const before = await scrape(watch.web);
  await call.post('/messages/send-otp', { recipient });
  const code = codeOfRow(
    await prisma.otp.findFirstOrThrow({ where: { recipient: `+91${recipient}` } }),
  );
  const check = (otp: string) => call.post('/messages/verify-otp', { recipient, otp });
  await check(code[0] === '1' ? `2${code.slice(1)}` : `1${code.slice(1)}`);
  await check(code);
  await check(code);

  const after = await scrape(watch.web);
  const grown = (name: string, labels: Record<string, string>) =>
    after.sum(name, labels) - before.sum(name, labels);
  expect(grown('dakiya_otp_sent_total', { send: 'first' })).toBe(1);
  expect(grown('dakiya_otp_sent_total', { send: 'again' })).toBe(0);
  for (const result of ['verified', 'incorrect', 'used']) {
    expect(grown('dakiya_otp_checks_total', { result }), result).toBe(1);
  }
  expect(grown('dakiya_messages_accepted_total', { kind: 'otp' })).toBe(1);
});

test('while messages wait, the depth and lag of the queue rise, and after delivery both return to zero', async () => {
  const { body } = await call.send('9876543212', 'Hello');
  await reach(body.data._id, 'delivered');
  // No worker may take this waiting row, so the row appears only in the metric.
  const queued = {
    ...{
      messageId: body.data._id,
      userId: body.data.user,
      kind: 'message' as const,
      workerId: 'a',
    },
    ...{ dueAt: new Date(Date.now() - 3_600_000), validUntil: new Date(Date.now() + 3_600_000) },
  };
  await prisma.queuedMessage.create({ data: queued });
  await untilScraped(watch.worker, 'an hour of lag', (now) => {
    const lag = now.sum('dakiya_queue_lag_seconds', { queue: 'messages' });
    return lag >= 3_600 && lag < 4_000;
  });
  await prisma.queuedMessage.deleteMany();
  const seen = await untilScraped(watch.worker, 'no lag', (now) => {
    return now.sum('dakiya_queue_lag_seconds', { queue: 'messages' }) === 0;
  });
  const states = seen.samples.filter(
    ({ name, labels }) => name === 'dakiya_queue_jobs' && labels.queue === 'messages',
  );
  expect(states.map(({ labels }) => labels.state).sort()).toEqual(['active', 'delayed', 'waiting']);
});

test('counts sent, queued and failed emails', async () => {
  const { token } = await aUser({ confirmed: false });
  const { email } = (await client(web.url, { token }).get('/users/profile')).body.data.user;
  await client(web.url, null).post('/users/forgotPassword', { email });
  await untilScraped(
    watch.worker,
    'an email',
    (now) => now.sum('dakiya_emails_total', { result: 'sent' }) > 0,
  );
});

test('no label contains a phone number, a key, an id or a requested path', async () => {
  await fetch(`${web.url}/no/such/page/${account.keyId}`);
  await fetch(`${web.url}/api/v1/no/such/${account.keyId}`);
  for (const url of Object.values(watch)) {
    const { samples } = await scrape(url);
    const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)));
    for (const value of values) {
      expect(value).not.toMatch(/[a-z]{2,4}_[0-9A-Za-z]{16,}|\d{10}|such/);
    }
    expect(samples.length).toBeLessThan(1_500);
  }
});

test('the log lines with a request’s id lead to the receipt of the request’s message', async () => {
  const { body, headers } = await call.send('9876543213', 'Hello');
  const requestId = headers.get('x-request-id');
  await reach(body.data._id, 'delivered');

  const [accepted] = await until('the web server has logged it', () => {
    const found = web.log().filter((line) => line.requestId === requestId);
    return found.length > 0 ? found : null;
  });
  const messageId: unknown = accepted?.messageId;
  expect(accepted).toMatchObject({ msg: 'accepted', messageId: body.data._id, kind: 'message' });
  expect(accepted).toMatchObject({ accountId: account.userId });

  const lines = await until('the worker has logged both', () => {
    const found = worker.log().filter((line) => line.messageId === messageId);
    return found.length === 2 ? found : null;
  });
  const expectedLines = expect.arrayContaining([
    expect.objectContaining({ msg: 'attempted', messageId, carrier: 'first', state: 'sent' }),
    expect.objectContaining({ msg: 'receipt matched', carrier: 'first', state: 'delivered' }),
  ]);
  expect(lines).toEqual(expectedLines);
});

test('a single log line names all messages of a batch', async () => {
  const messages = [1, 2, 3].map((n) => ({ recipient: '9876543214', message: `Text ${n}` }));
  const { body, headers } = await call.post('/messages/batch', { messages });
  const line = await until('the web server has logged it', () =>
    web.log().find(({ requestId }) => requestId === headers.get('x-request-id')),
  );
  const ids = body.data.map((one: { data: { _id: string } }) => one.data._id);
  expect(line).toMatchObject({ msg: 'accepted', messageIds: ids });
});

type Panel = {
  id: number;
  title: string;
  type: string;
  panels?: Panel[];
  targets?: { expr: string }[];
};

test('every Grafana query uses an exported metric, and panel ids are unique', async () => {
  const dashboard = JSON.parse(await readFile('ops/grafana/dakiya.json', 'utf8'));
  const panels: Panel[] = dashboard.panels.flatMap((one: Panel) => [one, ...(one.panels ?? [])]);
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
  expect(rows).toEqual(['Accept', 'Queues', 'Carriers', 'Receipts', 'OTP', 'Errors', 'Processes']);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  for (const { type, title, targets = [] } of panels) {
    if (type !== 'row') expect(targets, title).not.toEqual([]);
  }
  const names = await exposedNames(Object.values(watch));
  expect(expressions.flatMap(metricsIn).filter((name) => !names.has(name))).toEqual([]);
});

test('each alert uses existing metrics, and links to a heading that says what to do', async () => {
  const rules = await readFile('ops/prometheus/alerts.yaml', 'utf8');
  const guide = await readFile('docs/operations.md', 'utf8');
  const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text));
  const alerts = rules.split(/^ +- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts) {
    const [name = ''] = alert.split('\n');
    const [, anchor = ''] = /runbook_url: .*docs\/operations\.md#([\w-]+)/.exec(alert) ?? [];
    expect(headings, name).toContain(anchor);
    for (const part of ['summary', 'description', 'severity']) {
      expect(alert, name).toMatch(new RegExp(`^ +${part}: \\S`, 'm'));
    }
  }
  const names = await exposedNames(Object.values(watch));
  expect(metricsIn(rules).filter((one) => !names.has(one))).toEqual([]);
});

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
