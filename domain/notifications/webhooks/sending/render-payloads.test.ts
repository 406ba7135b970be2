import { expect, test } from 'vitest';
import type { RenderData } from '../contract.browser.ts';
import { renderEach } from './render-payloads.ts';

const eventOf = (id: string) => ({
  ...{ id, userId: 'usr_1', type: 'message.sent' as const, subjectId: 'msg_1', at: new Date(0) },
  ...{ version: 1, reason: null, includesText: true, livemode: true, data: null },
});

test('an event that cannot be rendered does not fail the other ninety-nine, and costs few calls', async () => {
  const events = Array.from({ length: 100 }, (_, i) => eventOf(`evt_${i}`));
  let calls = 0;
  const renderData: RenderData = async (asked) => {
    calls += 1;
    if (asked.some(({ id }) => id === 'evt_42')) throw new TypeError('no such field');
    return new Map(asked.map(({ id }) => [id, { id }]));
  };
  const rendered = await renderEach(events, renderData);
  expect(rendered).toHaveLength(100);
  for (const [i, one] of rendered.entries()) {
    if (i === 42) expect(one).toEqual({ error: expect.any(TypeError) });
    else expect(one).toMatchObject({ payload: { data: { id: `evt_${i}` } } });
  }
  expect(calls).toBeLessThan(20);
});

test('an event whose subject was deleted has no payload and no error', async () => {
  expect(await renderEach([eventOf('evt_1')], async () => new Map())).toEqual([{ payload: null }]);
});
