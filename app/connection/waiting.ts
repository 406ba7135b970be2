import { useSyncExternalStore } from 'react';

/** A request of this page without a usable response, waiting for the next attempt. */
export type Waiting = {
  /**
   * `lost`: the connection broke. `unreadable`: the response is not one of our pages; for example, a proxy
   * sent it.
   */
  why: 'lost' | 'unreadable';
  /** Whether the request submits a form and must not be sent again automatically. */
  isForm: boolean;
  /** Whether the browser was already offline when the form was submitted, so that nothing was sent. */
  wasOffline?: boolean;
  /** The form that was submitted; null for a page load and for requests sent by a script. */
  form: HTMLFormElement | null;
  /** The form's message for a failure without a known reason. */
  fallback?: string | undefined;
  /** The `message` in the response's body, if the body has one. */
  message?: string | undefined;
  /** Number of failed attempts. */
  failures: number;
  /** Whether the request is being sent again now. */
  trying?: boolean;
  sendAgain(): void;
};

/** The message of the toast for a waiting request. */
export const describeWaiting = ({ why, message, fallback }: Waiting): string =>
  why === 'lost' ? 'Network error' : (message ?? fallback ?? 'An error occurred');

/**
 * Says whether the server may have received a form that got no response; undefined for a page, or if there was a
 * response.
 */
export function explainWaiting({ why, isForm, wasOffline }: Waiting): string | undefined {
  if (why !== 'lost' || !isForm) return undefined;
  return wasOffline
    ? 'You are offline, so nothing was sent.'
    : 'The form may have arrived. If you try again, the action is not carried out twice.';
}

const waiting = new Map<object, Waiting>();
const none: readonly Waiting[] = [];
let snapshot = none;
const listeners = new Set<() => void>();

/** Shows a failed request, replacing the previous one under the same key. */
export function showWaiting(key: object, failed: Waiting): void {
  waiting.set(key, failed);
  publish();
}

/** Removes a request that got its response or was aborted. */
export function hideWaiting(key: object): void {
  if (waiting.delete(key)) publish();
}

function publish(): void {
  snapshot = [...waiting.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The message that a form shows for its waiting request. */
export const describeReason = (request: Waiting): string =>
  request.message ?? request.fallback ?? describeWaiting(request);

/** The waiting requests, oldest first. */
export const useWaiting = () =>
  useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => none,
  );

export const useWaitingForm = (id: string) => useWaiting().find(({ form }) => form?.id === id);

/** Sends all waiting requests again. */
export function sendWaiting(): void {
  for (const { sendAgain } of snapshot) sendAgain();
}

/**
 * Loads the waiting pages again, but submits no forms.
 *
 * @returns whether any pages were waiting
 */
export function loadWaiting(): boolean {
  const pages = snapshot.filter(({ isForm }) => !isForm);
  for (const { sendAgain } of pages) sendAgain();
  return pages.length > 0;
}
