import { errorStatus } from '#app/api/error-status.ts';
import { fillInKeyId } from '#app/samples/fill-in-key-id.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.ts';
import { readDocs } from './read-docs.server.ts';

/** A section of the documentation with the reader's API ID in it, or null if there is none of that id. */
export function showDocs(id: string, keyId: string | null) {
  const page = readDocs(id);
  if (!page) return null;
  const named = page.blocks.flatMap((block) => (block.kind === 'sample' ? [block.name] : []));
  return {
    page: { ...page, blocks: fillInKeyId(page.blocks, keyId) },
    samples: Object.fromEntries(named.map((name) => [name, readSample(name, keyId)])),
    errors: page.blocks.some(({ kind }) => kind === 'errors') ? catalogue : [],
    keyId,
  };
}

const catalogue = Object.entries(errorCatalogue)
  .map(([code, message]) => ({ code, message, status: errorStatus[code as ErrorCode] }))
  .sort((a, b) => a.status - b.status);
