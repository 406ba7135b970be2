import { isRouteErrorResponse } from '@remix-run/react';

type ErrorText = { title: string; text: string };

/**
 * The title and text for an error.
 *
 * @param requestId id of a request that our server failed to complete; without one the error may have come
 *   from elsewhere and is not known to be in the log
 */
export function describeError(error: unknown, requestId?: string): ErrorText {
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
  const message = typeof error.data === 'string' && error.data !== '' ? error.data : null;
  return {
    title: 'The request could not be completed',
    text: message ?? 'Please go back and try again.',
  };
}

/** Whether the error is a server error, which the server logs. */
export const isOurs = (error: unknown) => !isRouteErrorResponse(error) || error.status >= 500;
