import { z } from 'zod';
import { docUrlOf } from '#domain/shared/doc-url.ts';
import { docUrlOutput, errorDetails } from '#domain/shared/error-fields.browser.ts';
import { type Finding, verdictCatalogue } from '../check/verdicts.ts';

/** A finding of the DLT check as the API returns it. */
export const findingOutput = errorDetails.omit({ scope: true }).extend({
  code: z.string().meta({ example: 'dlt_registry_empty' }),
  message: z.string().meta({
    description: 'What is wrong, and what to do.',
    example: verdictCatalogue.dlt_registry_empty,
  }),
  param: z.string().meta({
    description: 'The field of the request that the finding is about.',
    example: 'message',
  }),
  docUrl: docUrlOutput,
});

/** Converts a finding to the form that the API returns. */
export const describeFinding = ({
  detail,
  ...finding
}: Finding): z.infer<typeof findingOutput> => ({
  ...finding,
  message: detail,
  docUrl: docUrlOf(finding.code),
});
