import { codeColumn } from '#domain/otp/code.server.ts';

/** The code of an OTP's row that is not over. */
export function codeOfRow({ id, codeSealed }: { id: string; codeSealed: Uint8Array | null }) {
  if (!codeSealed) throw new Error(`The code of ${id} is over`);
  return codeColumn.decrypt(id, codeSealed);
}
