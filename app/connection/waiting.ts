import { useSyncExternalStore } from 'react';

/** A request of this page that got no answer, or none that a page can use, and waits to be sent again. */
export type Waiting = {
  /** Whether the connection broke, or something answered that is no page of ours, such as a proxy. */
  why: 'lost' | 'unreadable';
  /** Whether it asks for something to be done, so that it must not be sent again by itself. */
  isForm: boolean;
  /** The form on the page whose request it is; null for a page that is loaded, or what a script sends. */
  form: HTMLFormElement | null;
  /** The sentence of the form for a request that failed without a reason. */
  fallback?: string | undefined;
  /** The `message` of the answer's body, where it has one. */
  message?: string | undefined;
  /** How often it has failed. */
  failures: number;
  /** Whether it is being sent again. */
  trying?: boolean;
  sendAgain(): void;
};

/** What is said of a request that waits. */
export const describeWaiting = ({ why, message, fallback }: Waiting): string =>
  why === 'lost' ? 'Network error' : (message ?? fallback ?? 'An error occurred');

const waiting = new Map<object, Waiting>();
const none: readonly Waiting[] = [];
let snapshot = none;
const listeners = new Set<() => void>();

/** Shows a failed request under a key of its caller's, in place of the one before. */
export function showWaiting(key: object, failed: Waiting): void {
  waiting.set(key, failed);
  publish();
}

/** Takes a request back that was answered, or is not wanted any more. */
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

/** What its form says of a request that waits. */
export const describeReason = (request: Waiting): string =>
  request.message ?? request.fallback ?? describeWaiting(request);

/** The requests that wait, the oldest first. */
export const useWaiting = () =>
  useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => none,
  );

/** The request of the form with this id, if it waits. */
export const useWaitingForm = (id: string) => useWaiting().find(({ form }) => form?.id === id);

/** Sends everything again that waits. */
export function sendWaiting(): void {
  for (const { sendAgain } of snapshot) sendAgain();
}

/** Loads pages again that wait. @returns whether any did */
export function loadWaiting(): boolean {
  const pages = snapshot.filter(({ isForm }) => !isForm);
  for (const { sendAgain } of pages) sendAgain();
  return pages.length > 0;
}
