/** What the window of a sign-in tells the page that opened it. */
export type PopupResult =
  | { token: string; user: { _id: string; name: string; email: string } | null }
  | { error: string };

const size = 600;

/** Opens a window in the middle of this one. @returns it, or null if the browser allows none */
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
 * Waits for what a window has to tell. Anybody may send messages to a page, so only those of that
 * very window, showing a page of ours, are heard.
 *
 * @returns what ends the waiting
 */
export function onPopupResult(popup: Window, hear: (answer: PopupResult) => void): () => void {
  const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== popup || !isAnswer(data)) return;
    stop();
    hear(data);
  };
  const stop = () => window.removeEventListener('message', listen);
  window.addEventListener('message', listen);
  return stop;
}

/** Tells the page that opened this window, if it is one of ours. @returns whether there is one */
export function postToOpener(answer: PopupResult): boolean {
  const opener: Window | null = window.opener;
  if (!opener || opener.closed) return false;
  opener.postMessage(answer, window.location.origin);
  window.close();
  return true;
}

function isAnswer(data: unknown): data is PopupResult {
  if (typeof data !== 'object' || data === null) return false;
  if ('token' in data) return typeof data.token === 'string';
  return 'error' in data && typeof data.error === 'string';
}
