import { afterEach, expect, test, vi } from 'vitest';
import { logger } from '#platform/logger.ts';
import { runTasks } from './reconcile.ts';

afterEach(() => vi.restoreAllMocks());

const fail = (error: Error) => () => Promise.reject(error);
const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

test('a failing task is logged, and the other tasks still run', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  const last = vi.fn(async () => 1);
  const error = new Error('permanent');
  await runTasks({ first: fail(error), last });
  expect(last).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledExactlyOnceWith({ error, task: 'first' }, expect.any(String));
});

test('all tasks run even if the database is unavailable, and then the error is thrown', async () => {
  const logged = vi.spyOn(logger, 'error').mockReturnValue();
  const last = vi.fn(async () => 1);
  await expect(runTasks({ first: fail(away), last })).rejects.toBe(away);
  expect(last).toHaveBeenCalledOnce();
  expect(logged).not.toHaveBeenCalled();
});
