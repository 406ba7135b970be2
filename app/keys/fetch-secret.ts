import { paths } from '#app/paths.ts';

/**
 * Fetches the secret of a key, to be copied.
 *
 * @param onStale called where the last sign-in is too old for it
 * @returns null if it was not given for that reason
 * @throws if there was no answer, or another one
 */
export async function fetchSecret(key: string, onStale: () => void): Promise<string | null> {
  const body = new URLSearchParams({ key });
  const response = await fetch(paths.apiKeySecret, { method: 'POST', body });
  if (response.status === 403) {
    onStale();
    return null;
  }
  if (!response.ok) throw new Error(`the secret was answered ${response.status}`);
  return ((await response.json()) as { secretKey: string }).secretKey;
}
