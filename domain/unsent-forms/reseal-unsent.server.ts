import { resealColumn } from '#platform/reseal-column.server.ts';

/** Seals the forms again that are not under the newest encryption key. See `resealColumn`. */
export const resealUnsent = (told: (resealed: number) => void) =>
  resealColumn({ table: 'unsent_forms', column: 'sealed' }, told);
