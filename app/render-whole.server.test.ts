import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logger } from '#platform/logger.ts';
import { renderWhole } from './render-whole.server.ts';

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
