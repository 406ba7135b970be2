import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import { createOpenApiDocument, getOpenApiDocument } from '#app/api/openapi.server.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { readEvent, readEventTypes } from '#app/reference/read-operations.server.ts';
import { sampleEvent } from '#app/webhooks/describe-events.server.ts';
import { eventData } from '#domain/messaging/webhook-data.ts';
import { allEventTypes, type EventType, eventPayload } from '#domain/webhooks/contract.browser.ts';
import { pauseMs } from '#domain/webhooks/sending/schedule.ts';

/** The payload of a type, without unknown fields. */
const payloadOf = (type: EventType) =>
  eventPayload.extend({ data: eventData[type].strict() }).strict();

const page = findDocsPage('webhooks');
const prose = (page?.blocks ?? [])
  .flatMap((block) => (block.kind === 'prose' ? [block.html] : []))
  .join('');

test.each(allEventTypes)(
  'the sample of %s matches its schema, and its state matches its name',
  (type) => {
    const sample = sampleEvent(type);
    expect(payloadOf(type).parse(sample)).toEqual(sample);
    const [subject, state] = type.split('.');
    const { status, otpId } = sample.data;
    if (subject === 'message') expect(status).toBe(state);
    if (subject === 'otp')
      expect([otpId, status]).toEqual([expect.any(String), state === 'sent' ? 'pending' : state]);
  },
);

test('the OpenAPI document and the reference describe each event type, with the sample of the documentation', async () => {
  const document = await createOpenApiDocument([...endpoints, getOpenApiDocument]);
  const { webhooks = {} } = JSON.parse(JSON.stringify(document));
  expect(Object.keys(webhooks)).toEqual(allEventTypes);
  expect(await readEventTypes()).toEqual(allEventTypes);
  const shown = new Map(
    page?.blocks.flatMap((block) => (block.kind === 'code' ? [[block.title, block.text]] : [])),
  );
  for (const type of allEventTypes) {
    const { requestBody, parameters } = webhooks[type].post;
    const { example, schema } = requestBody.content['application/json'];
    expect(example).toEqual(sampleEvent(type));
    expect(schema.properties.type.const).toBe(type);
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(JSON.parse(shown.get(`A sample of ${type}`) ?? '')).toEqual(example);
    expect(prose).toContain(`id="${type.replace('.', '-')}"`);
    const found = await readEvent(type);
    expect(JSON.parse(found?.event.sample.text ?? '')).toEqual(example);
    const data = found?.event.groups[0]?.fields.find(({ name }) => name === 'data');
    const names = data?.groups.flatMap(({ fields }) => fields.map(({ name }) => name)) ?? [];
    expect(names.toSorted()).toEqual(Object.keys(eventData[type].shape).toSorted());
  }
  expect(await readEvent('nothing')).toBeNull();
  expect(await readEvent('constructor')).toBeNull();
});

test('the documentation’s table of retries matches the schedule', () => {
  const rows = [...prose.matchAll(/<td>(\d)<\/td><td[^>]*>([\w ]+)<\/td>/g)].map(
    ([, , pause]) => pause,
  );
  const units = { second: 1, minute: 60, hour: 3_600 };
  const seconds = rows.slice(1).map((pause = '') => {
    const [, count, unit = ''] = /^(\d+) (\w+?)s?$/.exec(pause) ?? [];
    return Number(count) * units[unit as keyof typeof units];
  });
  const scheduled = [1, 2, 3, 4, 5, 6, 7].map(
    (attempt) => (pauseMs(attempt, null, 0.5) ?? 0) / 1_000,
  );
  expect([rows[0], ...seconds]).toEqual(['at once', ...scheduled]);
  expect(pauseMs(8, null, 0.5)).toBeNull();
});
