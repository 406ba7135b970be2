import { hash } from 'node:crypto';
import { z } from 'zod';
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
    const { bytes, etag } = publishedDocument();
    return { data: null, unchanging: { bytes, etag } };
  },
});

type Published = { bytes: Uint8Array<ArrayBuffer>; etag: string };

let published: Published | null = null;

/** The document as served. Generating it takes as long as hundreds of calls, so it is cached. */
export function publishedDocument(): Published {
  published ??= publish();
  return published;
}

function publish(): Published {
  const text = JSON.stringify(createOpenApiDocument([...endpoints, getOpenApiDocument]));
  return {
    bytes: new TextEncoder().encode(text),
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
  };
}
