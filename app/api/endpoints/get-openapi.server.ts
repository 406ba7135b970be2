import { hash } from 'node:crypto';
import { z } from 'zod';
import { waitForOwnTurn } from '#platform/in-slices.ts';
import { perInstance } from '#platform/instance.ts';
import { endpoints } from '../all-endpoints.server.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { createOpenApiDocument } from '../openapi.server.ts';

export const getOpenApiDocument: Endpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  summary: 'Get this document',
  description:
    'The OpenAPI 3.1 description of the API, without an envelope. Send the `ETag` of an earlier response in `If-None-Match` to receive it only if it has changed.',
  tag: 'Reference',
  auth: 'none',
  bare: true,
  hasEtag: true,
  message: 'The document',
  output: z.object({ openapi: z.string().meta({ example: '3.1.0' }) }).loose(),
  handle: async () => {
    const { bytes, etag } = await publishedDocument();
    return { data: null, unchanging: { bytes, etag } };
  },
});

type Published = { bytes: Uint8Array<ArrayBuffer>; etag: string };

/**
 * The document as served. It is generated at the first use and cached, because generating it takes as long as hundreds of
 * calls.
 */
export const publishedDocument = perInstance((): Promise<Published> => publish());

async function publish(): Promise<Published> {
  const document = await createOpenApiDocument([...endpoints, getOpenApiDocument]);
  await waitForOwnTurn();
  const text = JSON.stringify(document);
  return {
    bytes: new TextEncoder().encode(text),
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
  };
}
