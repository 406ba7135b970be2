import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.ts';
import { counter } from '#platform/metrics/instruments.server.ts';

const errors = counter<'code'>({
  name: 'dakiya_api_errors_total',
  help: 'API calls that returned an error, by code.',
  labelNames: ['code'],
});

// Start at 0: Prometheus computes no rate for a series that begins with its first error.
for (const code of Object.keys(errorCatalogue)) errors.inc({ code }, 0);

export const countApiError = (code: ErrorCode) => errors.inc({ code });
