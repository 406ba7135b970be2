import { Redis } from 'ioredis';
import pg from 'pg';
import { vi } from 'vitest';
import { writeRefused } from '#domain/audit/record-audit.ts';
import * as passwords from '#domain/identity/accounts/hash-password.ts';

/**
 * Records what `act` makes PostgreSQL, Redis and the hash of passwords do, in order: a statement by its name or text, a command
 * by its name, and each check of a password. Two acts with the same steps give an attacker no times to compare, and unlike
 * times, steps do not depend on how busy the machine is.
 */
export async function recordWork(act: () => Promise<unknown>): Promise<string[]> {
  // Refused attempts are written a second later, which is no part of the next attempt.
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
