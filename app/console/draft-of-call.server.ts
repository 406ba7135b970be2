import { randomUUID } from 'node:crypto';
import { draftToast } from '#app/dashboard/drafts/draft-reply.ts';
import type { Reply } from './contract.ts';
import { parseConsoleFields, readIdempotencyKey } from './parse-console-fields.ts';

/** A console as it was when the session was over. A code is soon worth nothing, and is not shown again. */
export const draftOfCall = (form: FormData): Reply => ({
  status: 401,
  toast: draftToast,
  faults: {},
  typed: { ...parseConsoleFields(form), otp: '' },
  stage: form.get('stage') === 'verify' ? 'verify' : 'send',
  exchange: null,
  message: null,
  idempotencyKey: readIdempotencyKey(form) ?? randomUUID(),
});
