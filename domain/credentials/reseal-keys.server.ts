import { resealColumn } from '#platform/reseal-column.server.ts';

/** Seals the API keys again that are not under the newest encryption key. See `resealColumn`. */
export const resealKeys = (told: (resealed: number) => void) =>
  resealColumn({ table: 'credentials', column: 'secret_sealed' }, told);
