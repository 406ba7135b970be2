import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logger } from '#platform/logger.ts';
import { createPageCache, renderWhole } from './render-whole.server.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('nothing to show');
}

const options = { nonce: 'abc', limitMs: 6_000 };

test('leaves no timer behind a rendered page, because the timer would keep the page in memory', async () => {
  const { html, hasFailed } = await renderWhole(createElement('p', {}, 'नमस्ते'), options);
  expect({ html, hasFailed }).toEqual({ html: '<p>नमस्ते</p>', hasFailed: false });
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects with the error of a page that fails to render, and leaves no timer behind', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  await expect(renderWhole(createElement(Broken), options)).rejects.toThrow('nothing to show');
  expect(logged).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

/**
 * Creates a function that renders a page, and counts its calls. The page shows its data, and the nonce and request id
 * of the response.
 */
function aRenderer() {
  let count = 0;
  return {
    times: () => count,
    render: (data: unknown, { nonce, requestId }: { nonce: string; requestId: string }) => {
      count += 1;
      const html = `${JSON.stringify(data)} ${nonce} ${requestId} ${nonce}`;
      return Promise.resolve({ html, hasFailed: false });
    },
  };
}

const first = { nonce: 'nonce-1', requestId: 'req-1' };
const second = { nonce: 'nonce-2', requestId: 'req-2' };

test('the page cache renders equal data only once, and gives each response its own nonce and request id', async () => {
  const { render, times } = aRenderer();
  const cache = createPageCache();
  const data = ['/', { plans: 3 }];
  for (const unique of [first, second]) {
    const { html } = await cache(data, unique, () => render(data, unique));
    expect(html).toBe(`["/",{"plans":3}] ${unique.nonce} ${unique.requestId} ${unique.nonce}`);
  }
  expect(times()).toBe(1);
  await cache(['/', { plans: 4 }], second, () => render(['/', { plans: 4 }], second));
  expect(times()).toBe(2);
});

test('the page cache keeps neither a page that failed nor more characters than allowed', async () => {
  const { render, times } = aRenderer();
  const failing = createPageCache();
  const fail = async () => ({ ...(await render('a', first)), hasFailed: true });
  for (let i = 0; i < 2; i++) await failing('a', first, fail);
  expect(times()).toBe(2);

  const small = createPageCache(30);
  for (const data of ['a', 'b', 'a']) await small(data, first, () => render(data, first));
  expect(times()).toBe(5);
});
