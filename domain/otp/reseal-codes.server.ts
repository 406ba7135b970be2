import { resealColumn } from '#platform/reseal-column.server.ts';

/** Seals the codes again that are not under the newest encryption key. See `resealColumn`. */
export const resealCodes = (told: (resealed: number) => void) =>
  resealColumn({ table: 'otps', column: 'code_sealed' }, told);
