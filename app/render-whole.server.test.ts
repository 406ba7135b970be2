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

test('a rendered page leaves no timer behind, which would keep it in memory', async () => {
  const { html, hasFailed } = await renderWhole(createElement('p', {}, 'नमस्ते'), options);
  expect({ html, hasFailed }).toEqual({ html: '<p>नमस्ते</p>', hasFailed: false });
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that fails to render rejects with its error and leaves no timer behind', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  await expect(renderWhole(createElement(Broken), options)).rejects.toThrow('nothing to show');
  expect(logged).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
