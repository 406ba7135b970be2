import { DomainError } from '#domain/shared/errors.ts';
import { transaction } from '#platform/db.server.ts';
import type { Answered, Idempotency } from './contract.ts';
import { recallAnswer } from './recall-answer.server.ts';
import { rememberAnswer } from './remember-answer.server.ts';

/**
 * Answers a request, and its repeats under one `Idempotency-Key` with the first answer. For work that
 * may be done again without harm: two requests that come together may both do it.
 *
 * @throws DomainError `idempotency_mismatch`, and what `work` throws, which is not remembered
 */
export async function answerOnce<T extends object>(
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<Answered<T>> {
  if (!idempotency) return { data: await work(), replayed: false };
  const before = await recallAnswer(idempotency);
  if (before) return { data: before.answer as T, replayed: true };
  const data = await work();
  try {
    await transaction((on) => rememberAnswer(idempotency, data, on));
    return { data, replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const meanwhile = await recallAnswer(idempotency);
    if (!meanwhile) throw error;
    return { data: meanwhile.answer as T, replayed: true };
  }
}
