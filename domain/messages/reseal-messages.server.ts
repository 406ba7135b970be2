import { resealColumn } from '#platform/reseal-column.server.ts';

/** Seals the texts again that are not under the newest encryption key. See `resealColumn`. */
export const resealMessages = (told: (resealed: number) => void) =>
  resealColumn({ table: 'messages', column: 'sealed_content' }, told);
