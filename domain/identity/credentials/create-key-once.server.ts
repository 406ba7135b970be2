import { DomainError } from '#domain/shared/errors.ts';
import type { Answered, Idempotency } from '#domain/shared/idempotency/contract.ts';
import { recallAnswer } from '#domain/shared/idempotency/recall-answer.server.ts';
import { rememberAnswer } from '#domain/shared/idempotency/remember-answer.server.ts';
import { prisma, transaction } from '#platform/db.server.ts';
import type { KeyView } from './contract.ts';
import { insertKey, keysLock, type NewKey } from './insert-key.server.ts';
import { secretColumn } from './secret.server.ts';

/** What is remembered: the answer without its secret, which stands in the key's row alone. */
type RememberedKey = Omit<KeyView, 'secretKey'>;

/**
 * Makes an API key once for an `Idempotency-Key`: a repeat is given the first answer again.
 *
 * @throws DomainError `invalid_parameter` if the account has `maxKeys` already,
 *   `idempotency_mismatch`, and `not_found` if the key of the first answer was deleted since
 */
export async function createKeyOnce(
  userId: string,
  input: NewKey,
  idempotency: Idempotency,
): Promise<Answered<KeyView>> {
  const { first, made } = await transaction(
    async (on) => {
      const before = await recallAnswer(idempotency, on);
      if (before) return { first: before.answer as RememberedKey };
      const key = await insertKey(userId, input, on);
      const { secretKey: _, ...answer } = key;
      await rememberAnswer(idempotency, answer satisfies RememberedKey, on);
      return { made: key };
    },
    { lock: keysLock(userId) },
  );
  if (made) return { data: made, replayed: false };
  return { data: { ...first, secretKey: await secretOf(userId, first._id) }, replayed: true };
}

async function secretOf(userId: string, id: string): Promise<string> {
  const row = await prisma.credential.findUnique({ where: { id, userId } });
  if (row) return secretColumn.decrypt({ id, userId }, row.secretSealed);
  throw new DomainError('not_found', {
    message: 'The API key that this request made was deleted since.',
  });
}
