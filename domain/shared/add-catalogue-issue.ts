import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './errors.ts';

/** Adds an issue with its own error code to a zod check. */
export function addCatalogueIssue(
  context: z.RefinementCtx,
  code: ErrorCode,
  message?: string,
): never {
  context.addIssue({
    code: 'custom',
    message: message ?? errorCatalogue[code],
    params: { code },
  });
  return z.NEVER;
}
