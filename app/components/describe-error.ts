import { isRouteErrorResponse } from '@remix-run/react';

type Told = { title: string; text: string };

/**
 * What a visitor is told of an error.
 *
 * @param requestId of the request that the server said it failed to answer: only then is it known to be in
 *   the log
 */
export function describeError(error: unknown, requestId?: string): Told {
  if (isRouteErrorResponse(error) && error.status === 503) {
    return {
      title: 'Temporarily unavailable',
      text: 'Dakiya cannot answer right now. Please try again in a few seconds.',
    };
  }
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return {
      title: 'Something went wrong',
      text: requestId
        ? 'The server could not complete this request. Please try again. If it happens again, send us the request ID below.'
        : 'This page could not be shown. Please reload it, or try again in a moment.',
    };
  }
  if (error.status === 404) {
    return { title: 'Page Not Found', text: 'There is no page at this address.' };
  }
  const said = typeof error.data === 'string' && error.data !== '' ? error.data : null;
  return {
    title: 'The request could not be completed',
    text: said ?? 'Please go back and try again.',
  };
}

/** Whether the error is one that a server notes in its log. */
export const isOurs = (error: unknown) => !isRouteErrorResponse(error) || error.status >= 500;
