import { expect, test } from 'vitest';
import { traceOf } from '#platform/traces.ts';
import { startProduct } from '../harness/product.ts';
import { until } from '../harness/until.ts';
import { aCollector } from '../support/collector.ts';

type Spans = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number; message?: string };
}[];

const spansOf = (posted: { body: string }[]): Spans =>
  posted.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Spans }[] }) =>
      one.scopeSpans.flatMap(({ spans }) => spans),
    ),
  );

const tracing = (port: number, share: number) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/otlp/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-team=messages%20in',
  OTEL_TRACES_SAMPLER_ARG: String(share),
});

test('a message is one trace over web server, worker and receipt, without its number and text', async () => {
  const { port, posted } = await aCollector();
  const { call, reach } = await startProduct(tracing(port, 1));
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
  const sent = await call.send('9876543210', 'Order 17 is ready', { traceparent });
  const id: string = sent.body.data._id;
  await reach(id, 'delivered');
  const root = traceOf(id);
  const spans = () => spansOf(posted).filter(({ traceId }) => traceId === root.traceId);
  await until('the trace has ended', () => spans().some(({ name }) => name === 'sms'));
  expect(
    spans()
      .map(({ name, parentSpanId }) => [name, parentSpanId])
      .toSorted(),
  ).toEqual([
    ['create sms', root.spanId],
    ['send sms', root.spanId],
    ['settle sms', root.spanId],
    ['sms', undefined],
  ]);
  for (const span of spans()) {
    expect(BigInt(span.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
    expect(span.status).toEqual({});
  }
  const request = traceOf(sent.headers.get('x-request-id') ?? '');
  expect(sent.headers.get('traceresponse')).toBe(`00-${request.traceId}-${request.spanId}-01`);
  expect(spans().find(({ name }) => name === 'create sms')?.links).toEqual([request]);
  const handled = spansOf(posted).find(({ traceId }) => traceId === request.traceId);
  expect(handled).toMatchObject({ name: 'POST /messages/send-message', links: [caller] });

  const all = posted.map(({ body }) => body).join();
  expect(all).not.toMatch(/9876543210|Order 17|sk_/);
  expect(posted[0]).toMatchObject({
    path: '/otlp/v1/traces',
    headers: { 'x-team': 'messages in' },
  });
});

test('a message that is not in the sample of traced messages is traced only if it fails', async () => {
  const { port, posted } = await aCollector();
  const { call, reach } = await startProduct(tracing(port, 0));
  const good = await call.send('9876543210', 'Hello');
  const bad = await call.send('9999900002', 'Hello');
  await reach(good.body.data._id, 'delivered');
  await reach(bad.body.data._id, 'undelivered', 'failed');
  await until('the failure is there', () => posted.length > 0);
  expect(new Set(spansOf(posted).map(({ traceId }) => traceId))).toEqual(
    new Set([traceOf(bad.body.data._id).traceId]),
  );
  expect(spansOf(posted).find(({ name }) => name === 'sms')?.status.code).toBe(2);
});
