import { expect, test } from 'vitest';
import { isWithinHours, nextStart } from '#domain/sms/hours.ts';
import { asIfAt } from './settings.ts';

const usual = { from: '10:00', to: '21:00' };

test.each([
  ['21:30', false, 12.5],
  ['09:00', false, 1],
  ['20:59', true, null],
  ['10:00', true, null],
  ['00:00', false, 10],
])('at the assumed time %s, promotional hours are open: %s', (time, isOpen, hoursLeft) => {
  for (const at of ['T00:07:00Z', 'T06:30:30Z', 'T18:29:59Z', 'T23:59:00Z']) {
    const now = new Date(`2026-11-24${at}`);
    const hours = asIfAt(time, usual, now);
    expect(isWithinHours(hours, now)).toBe(isOpen);
    if (hoursLeft === null) continue;
    const left = (nextStart(hours, now).getTime() - now.getTime()) / 3_600_000;
    // Hours begin at a full minute.
    expect(Math.abs(left - hoursLeft)).toBeLessThan(1 / 60);
  }
});
