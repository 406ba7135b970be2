/** The message that a sign-in popup sends to the page that opened it. */
export type PopupResult =
  | { token: string; user: { _id: string; name: string; email: string } | null }
  | { error: string };

const size = 600;

/**
 * Opens a centred popup.
 *
 * @returns null if the browser blocks it
 */
export function openPopup(url: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - size) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - size) / 2);
  return window.open(
    url,
    'dakiya-sign-in',
    `popup,width=${size},height=${size},left=${left},top=${top}`,
  );
}

/**
 * Waits for the result of a popup. Any window can send messages to a page, so this accepts only messages
 * from this popup and origin.
 *
 * @returns a function that stops waiting
 */
export function onPopupResult(popup: Window, onResult: (answer: PopupResult) => void): () => void {
  const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== popup || !isResult(data)) return;
    stop();
    onResult(data);
  };
  const stop = () => window.removeEventListener('message', listen);
  window.addEventListener('message', listen);
  return stop;
}

/**
 * Sends the result to the page that opened this popup, if that page has this origin.
 *
 * @returns whether there is such a page
 */
export function postToOpener(answer: PopupResult): boolean {
  const opener: Window | null = window.opener;
  if (!opener || opener.closed) return false;
  opener.postMessage(answer, window.location.origin);
  window.close();
  return true;
}

function isResult(data: unknown): data is PopupResult {
  if (typeof data !== 'object' || data === null) return false;
  if ('token' in data) return typeof data.token === 'string';
  return 'error' in data && typeof data.error === 'string';
}
