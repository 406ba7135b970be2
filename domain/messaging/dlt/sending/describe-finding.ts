import type { z } from 'zod';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import type { Finding } from '../check/verdicts.ts';
import type { findingOutput } from './finding-output.ts';

/** A finding of the DLT check as callers see it. */
export const describeFinding = ({
  detail,
  ...finding
}: Finding): z.infer<typeof findingOutput> => ({
  ...finding,
  message: detail,
  docUrl: docUrlOf(finding.code),
});
