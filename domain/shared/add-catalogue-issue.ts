import type { z } from 'zod';
import { type ErrorCode, errorCatalogue } from './errors.ts';

/** Adds a fault to a zod check that carries its own code of the catalogue. */
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
  // Zod ignores the value of a transform that added an issue.
  return undefined as never;
}
