import { expect, test } from 'vitest';
import { normalizeCode } from './normalize-code.browser.ts';

test.each([
  ['482158', '482158'],
  [' 482 158\n', '482158'],
  ['482-158', '482158'],
  ['482\u2013158', '482158'],
  ['482\u00a0158', '482158'],
  ['G-482158', '482158'],
  [' G-482158', '482158'],
  ['FB\u2011482158', '482158'],
  ['\u200e482158', '482158'],
  ['४८२१५८', '482158'],
  ['৪৮২১৫৮', '482158'],
  ['۴۸۲ ۱۵۸', '482158'],
  ['௪௮௨-௧௫௮', '482158'],
  ['G-४८२१५८', '482158'],
  ['\u20684\u200b82158\u2069', '482158'],
  ['4\ufe0f82158', '482158'],
  ['482\u2212158', '482158'],
  ['\uff14\uff18\uff12\uff11\uff15\uff18', '482158'],
])('reads %j whole', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

test.each(['abc123', '48.2158', 'CODE-482158', '+482158', '48G-2158'])(
  'leaves %j unchanged, to be rejected',
  (typed) => {
    expect(normalizeCode(typed)).not.toMatch(/^\d{4,6}$/);
  },
);
