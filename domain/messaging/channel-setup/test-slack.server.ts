import { addressColumn } from '#domain/notifications/channels/address-column.server.ts';
import { postToSlack } from '#domain/notifications/channels/slack/post-to-slack.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { limitTries } from './limit-tries.server.ts';

/**
 * Posts a test message to the address that is kept, on or off.
 *
 * @throws DomainError `invalid_parameter` with why it was not taken, `not_found` if there is no address, `rate_limited`
 */
export async function testSlack(userId: string): Promise<void> {
  const where = { userId_kind: { userId, kind: 'slack' as const } };
  const channel = await prisma.notificationChannel.findUnique({ where });
  if (!channel) throw new DomainError('not_found', { message: 'Please enter an address first.' });
  await limitTries(userId);
  const address = addressColumn.decrypt(channel, channel.addressEncrypted);
  const outcome = await postToSlack(address, 'This is a test of Dakiya.');
  const failed = outcome.kind === 'refused';
  await prisma.notificationChannel.updateMany({
    where: { id: channel.id },
    data: failed
      ? { failure: outcome.reason, failingSince: channel.failingSince ?? clock.now() }
      : { failure: null, failingSince: null, timeouts: 0, pausedUntil: null },
  });
  if (failed) throw new DomainError('invalid_parameter', { message: outcome.reason });
}
