import type { RequestHandler } from 'express';

/** Serves a file from memory. */
export function asset(type: string, content: string): RequestHandler {
  return (_request, response) => void response.type(type).send(content);
}
