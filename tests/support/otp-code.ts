import { codeColumn } from '#domain/messaging/otp/otp-code.server.ts';

/** The code of an OTP's row that is not over. */
export function codeOfRow(row: { id: string; userId: string; codeSealed: Uint8Array | null }) {
  if (!row.codeSealed) throw new Error(`The code of ${row.id} is over`);
  return codeColumn.decrypt(row, row.codeSealed);
}
