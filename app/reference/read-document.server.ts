import { publishedDocument } from '#app/api/endpoints/get-openapi.server.ts';
import type { Operation } from './to-operation.ts';

type Operations = Record<string, Record<string, Operation>>;

/** The OpenAPI document, as far as the reference shows it. */
type PublishedDocument = { paths: Operations; webhooks: Operations };

let document: Promise<PublishedDocument> | null = null;

/** The document as it is published, so that the reference shows what programs read. */
export function readDocument(): Promise<PublishedDocument> {
  document ??= publishedDocument().then(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)));
  return document;
}
