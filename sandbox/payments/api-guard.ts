import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Payments } from './payments.ts';
import { ProviderError } from './provider-error.ts';
import { sign } from './sign.ts';

/** Requires HTTP Basic with the key's id and secret. */
export function requireApiKey({ options: { keyId, keySecret } }: Payments): RequestHandler {
  const wanted = Buffer.from(sign('', `${keyId}:${keySecret}`));
  return (request, response, next) => {
    const given = /^Basic (\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? '';
    const credentials = Buffer.from(given, 'base64').toString();
    if (timingSafeEqual(Buffer.from(sign('', credentials)), wanted)) next();
    else respondWithError(response, new ProviderError('Authentication failed', { status: 401 }));
  };
}

/** Injects the configured fault into a call. */
export function injectFaults({
  context: { faultSettings, timers, options },
}: Payments): RequestHandler {
  return (request, response, next) => {
    const answer = response.json.bind(response);
    const drop = () => {
      request.socket.destroy();
      return response;
    };
    const { behaviour } = faultSettings.api.take();
    if (behaviour === 'error') {
      const description =
        'We are facing some trouble completing your request at the moment. Please try again shortly.';
      respondWithError(
        response,
        new ProviderError(description, { status: 500, code: 'SERVER_ERROR' }),
      );
      return;
    }
    if (behaviour === 'not-json') {
      response.status(502).type('html').send('<h1>502 Bad Gateway</h1>');
      return;
    }
    if (behaviour === 'dropped') {
      drop();
      return;
    }
    if (behaviour === 'answer-lost') response.json = drop;
    if (behaviour === 'slow') {
      response.json = (body) => {
        timers.later(options.slowAnswerMs, () => {
          if (!response.destroyed) answer(body);
        });
        return response;
      };
    }
    next();
  };
}

/** Responds with an error. */
export function respondWithError(response: Response, { status, body }: ProviderError): void {
  response.status(status).json(body);
}
