import { isRouteErrorResponse } from '@remix-run/react';

/** What a visitor is told of an error: of our own faults, that they are ours. */
export function toldOf(error: unknown): { title: string; text: string; ours: boolean } {
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return {
      title: 'Something went wrong',
      text: 'It is our fault, and it is in our log. Please try again.',
      ours: true,
    };
  }
  if (error.status === 404) {
    const text = 'No letter was ever delivered to this address.';
    return { title: 'Page Not Found', text, ours: false };
  }
  const said = typeof error.data === 'string' && error.data !== '' ? error.data : null;
  return { title: 'This did not work', text: said ?? 'Please go back and try again.', ours: false };
}
