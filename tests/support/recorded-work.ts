import { Redis } from 'ioredis';
import pg from 'pg';
import { vi } from 'vitest';
import { writeRefused } from '#domain/audit/record-audit.ts';
import * as passwords from '#domain/identity/accounts/hash-password.ts';

/**
 * Records the steps that `act` causes, in order: each statement of PostgreSQL by its name or text, each command of
 * Redis by its name, and each check of a password. If two acts have the same steps, an attacker cannot distinguish them
 * by their durations. Unlike durations, the steps do not depend on how busy the machine is.
 */
export async function recordWork(act: () => Promise<unknown>): Promise<string[]> {
  // Refused attempts are written a second later. The refused attempts from before `act` are written now, so that they
  // are not recorded as steps of `act`.
  await writeRefused();
  const steps: string[] = [];
  const note = <Given>(
    object: object,
    method: string,
    toStep: (given: Given) => string,
  ): (() => void) => {
    const methods = object as Record<string, (...args: unknown[]) => unknown>;
    const original = methods[method] as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(methods, method).mockImplementation(function (this: unknown, ...args) {
      steps.push(toStep(args[0] as Given));
      return original.apply(this, args);
    });
    return () => spy.mockRestore();
  };
  const restores = [
    note(pg.Client.prototype, 'query', (given: Statement | string) =>
      typeof given === 'string' ? given : (given.name ?? given.text),
    ),
    note(Redis.prototype, 'sendCommand', ({ name }: { name: string }) => `redis ${name}`),
    note(passwords, 'verifyPassword', () => 'check of the password'),
  ];
  try {
    await act();
  } finally {
    for (const restore of restores) restore();
  }
  return steps;
}

type Statement = { name?: string; text: string };
