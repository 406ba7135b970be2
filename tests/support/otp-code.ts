import { codeColumn } from '#domain/messaging/otp/otp-code.ts';

export function codeOfRow(row: { id: string; userId: string; encryptedCode: Uint8Array | null }) {
  if (!row.encryptedCode) throw new Error(`The code of ${row.id} is over`);
  return codeColumn.decrypt(row, row.encryptedCode);
}
