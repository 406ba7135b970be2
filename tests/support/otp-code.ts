import { codeColumn } from '#domain/messaging/otp/otp-code.ts';

/** Decrypts the code of the row of an active OTP. */
export function codeOfRow(row: { id: string; userId: string; encryptedCode: Uint8Array | null }) {
  if (!row.encryptedCode) throw new Error(`The code of ${row.id} is over`);
  return codeColumn.decrypt(row, row.encryptedCode);
}
