import { useSyncExternalStore } from 'react';
import { type Language, languageCookie } from '#app/preferences/preferences.ts';
import { usePreferences } from '#app/preferences/use-preferences.ts';

/** A year, in seconds. */
const maxAge = 365 * 24 * 3_600;

const listeners = new Set<() => void>();
let chosen: Language | null = null;

function choose(language: Language): void {
  chosen = language;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${maxAge}; samesite=lax`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of all samples, and a function that stores another. */
export function useLanguage(): [Language, (language: Language) => void] {
  const { language } = usePreferences();
  const now = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => null,
  );
  return [now ?? language, choose];
}
