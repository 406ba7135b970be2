import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { retry } from '#platform/retry.ts';
import type { ReservedMessage } from '../contract.ts';
import { leaveToReconciler } from './release-messages.ts';

/**
 * Works on a reserved message. If that fails, the message is left to the reconciler.
 *
 * @param work gives after how many milliseconds to try again; null if not
 * @returns what `work` gives; null if it failed
 */
export async function orLeaveToReconciler(
  message: ReservedMessage,
  stopping: AbortSignal,
  work: () => Promise<number | null>,
): Promise<number | null> {
  try {
    return await work();
  } catch (error) {
    // At shutdown without PostgreSQL: the reservation ends with the worker's heartbeats.
    if (stopping.aborted && isDatabaseUnavailable(error)) return null;
    logger.error({ error, messageId: message.id }, 'message not handled; left to the reconciler');
    await retry(() => leaveToReconciler(message), {
      while: (cause) => isDatabaseUnavailable(cause) && !stopping.aborted,
      forMs: Number.POSITIVE_INFINITY,
    }).catch((cause) =>
      logger.error(
        { error: cause, messageId: message.id },
        'message could not be left to the reconciler',
      ),
    );
    return null;
  }
}
