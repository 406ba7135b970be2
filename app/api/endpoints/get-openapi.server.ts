import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.server.ts';
import { createOpenApiDocument } from '../openapi.server.ts';

export const getOpenapi: Endpoint = endpoint({
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getOpenapi',
  summary: 'Get this document',
  description: 'The OpenAPI 3.1 description of the API, without an envelope.',
  tag: 'Reference',
  auth: 'none',
  bare: true,
  message: 'The document',
  output: z.object({ openapi: z.string().meta({ example: '3.1.0' }) }).loose(),
  handle: async () => ({ data: createOpenApiDocument([...endpoints, getOpenapi]) }),
});
