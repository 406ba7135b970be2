import type { RequestHandler } from 'express';

/** Answers with a file that is kept in memory. */
export function asset(type: string, content: string): RequestHandler {
  return (_request, response) => void response.type(type).send(content);
}
