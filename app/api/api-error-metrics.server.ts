import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.ts';
import { counter } from '#platform/metrics/instruments.server.ts';

const refused = counter<'code'>({
  name: 'dakiya_api_errors_total',
  help: 'API calls that were answered with an error, by its code.',
  labelNames: ['code'],
});

// From the beginning: what begins with its first error has no rate.
for (const code of Object.keys(errorCatalogue)) refused.inc({ code }, 0);

/** Counts a call that is answered with an error. */
export const countApiError = (code: ErrorCode) => refused.inc({ code });
