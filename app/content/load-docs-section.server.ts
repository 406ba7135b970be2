import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { fillInApiId } from '#app/samples/reader-api-id.server.ts';
import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.ts';
import { findDocsPage } from './read-docs.server.ts';

/**
 * Loads a section of the documentation with the reader's API ID filled in; null if there is no such section.
 */
export function loadDocsSection(id: string, keyId: string | null) {
  const page = findDocsPage(id);
  if (!page) return null;
  const named = page.blocks.flatMap((block) => (block.kind === 'sample' ? [block.name] : []));
  return {
    page: { ...page, blocks: fillInApiId(page.blocks, keyId) },
    samples: Object.fromEntries(named.map((name) => [name, readSample(name, keyId)])),
    errors: page.blocks.some(({ kind }) => kind === 'errors') ? catalogue : [],
    keyId,
  };
}

const catalogue = Object.entries(errorCatalogue)
  .map(([code, message]) => ({ code, message, status: httpStatusByErrorCode[code as ErrorCode] }))
  .sort((a, b) => a.status - b.status);
