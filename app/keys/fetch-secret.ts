import { paths } from '#app/paths.ts';

/**
 * Fetches the secret of a key for the copy button.
 *
 * @param onStale called if the last sign-in is too long ago
 * @returns null in that case
 * @throws on any other failure
 */
export async function fetchSecret(key: string, onStale: () => void): Promise<string | null> {
  const body = new URLSearchParams({ key });
  const response = await fetch(paths.apiKeySecret, { method: 'POST', body });
  if (response.status === 403) {
    onStale();
    return null;
  }
  if (!response.ok) throw new Error(`the secret request returned ${response.status}`);
  return ((await response.json()) as { secretKey: string }).secretKey;
}
