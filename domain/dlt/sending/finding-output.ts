import { z } from 'zod';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/errors.browser.ts';
import { type Finding, verdictCatalogue } from '../check/verdicts.ts';

/** A finding of the DLT check as callers see it. */
export const findingOutput = errorDetails.omit({ scope: true }).extend({
  code: z.string().meta({ example: 'dlt_registry_empty' }),
  message: z.string().meta({
    description: 'What is wrong, and what to do.',
    example: verdictCatalogue.dlt_registry_empty,
  }),
  param: z
    .string()
    .meta({ description: 'The field that the finding is about.', example: 'message' }),
  docUrl: docUrlOutput,
});

/** A finding of the DLT check as callers see it. */
export const describeFinding = ({
  detail,
  ...finding
}: Finding): z.infer<typeof findingOutput> => ({
  ...finding,
  message: detail,
  docUrl: docUrlOf(finding.code),
});
