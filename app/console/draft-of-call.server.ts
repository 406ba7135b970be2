import { randomUUID } from 'node:crypto';
import { draftToast } from '#app/dashboard/drafts/draft-reply.ts';
import type { Reply } from './contract.ts';
import { parseConsoleFields, readIdempotencyKey } from './parse-console-fields.ts';

/** Restores a console whose session had expired. The code is left out, as it expires soon. */
export const draftOfCall = (form: FormData): Reply => ({
  status: 401,
  toast: draftToast,
  errors: {},
  typed: { ...parseConsoleFields(form), otp: '' },
  stage: form.get('stage') === 'verify' ? 'verify' : 'send',
  exchange: null,
  message: null,
  isTest: false,
  refusedByDlt: null,
  idempotencyKey: readIdempotencyKey(form) ?? randomUUID(),
});
