import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { fillInApiId } from '#app/samples/reader-api-id.server.ts';
import { verdictCatalogue } from '#domain/messaging/dlt/check/verdicts.ts';
import { operatorVerdicts } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { ErrorRow } from './error-table.tsx';
import { findDocsPage } from './read-docs.server.ts';

/**
 * Loads a section of the documentation with the reader's API ID filled in; null if there is no such section.
 */
export async function loadDocsSection(id: string, keyId: string | null) {
  const page = findDocsPage(id);
  if (!page) return null;
  const named = page.blocks.flatMap((block) => (block.kind === 'sample' ? [block.name] : []));
  const samples = await Promise.all(named.map((name) => readSample(name, keyId)));
  return {
    page: { ...page, blocks: fillInApiId(page.blocks, keyId) },
    samples: Object.fromEntries(samples.map((sample) => [sample.name, sample])),
    errors: page.blocks.flatMap(({ kind }) =>
      kind === 'errors' || kind === 'verdicts' ? catalogues[kind] : [],
    ),
    keyId,
  };
}

/** A page has one of them at most. */
const catalogues: Record<'errors' | 'verdicts', ErrorRow[]> = {
  errors: Object.entries(errorCatalogue)
    .map(([code, message]) => ({ code, message, status: httpStatusByErrorCode[code as ErrorCode] }))
    .toSorted((a, b) => a.status - b.status),
  // What operators say in receipts stands behind; where both say the same, the sentence is that of the check.
  verdicts: Object.entries({
    ...verdictCatalogue,
    ...operatorVerdicts,
    ...verdictCatalogue,
  }).map(([code, message]) => ({
    ...{ code, message },
    status: null,
  })),
};
