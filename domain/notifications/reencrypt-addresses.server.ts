import { resealColumn } from '#platform/reseal-column.server.ts';

/** Encrypts addresses again that are not under the newest encryption key. See `resealColumn`. */
export const reencryptAddresses = (told: (resealed: number) => void) =>
  resealColumn({ table: 'notification_channels', column: 'address_encrypted' }, told);
