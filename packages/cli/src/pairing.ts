import { CommandError, exitCodes, note, paint } from './output.ts';
import type { Profile } from './profiles.ts';

type Pairing = {
  url: string;
  code: string;
  secret: string;
  expiresAt: string;
  intervalSeconds: number;
};

type Collected = {
  status: 'pending' | 'approved' | 'denied' | 'expired';
  apiId: string | null;
  apiKey: string | null;
};

/**
 * Logs in: shows an address and a code, and waits until the user has approved the login in a browser. The key comes in the
 * response of a request, so it is in no address, and no other program of this machine sees it.
 *
 * @throws CommandError if the login is denied or expires
 */
export async function pairInBrowser(url: string | undefined, machine: string): Promise<Profile> {
  if (!url) throw new CommandError('Pass --url, the address of the installation.', exitCodes.usage);
  const pairing = await post<Pairing>(url, '/pairings', { machine });
  note(`Open this address in a browser, where you are logged in:\n\n  ${pairing.url}\n`);
  note(`Approve if the page shows this code: ${paint('bold', pairing.code, process.stderr)}`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pairing.intervalSeconds * 1_000));
    const { secret } = pairing;
    const { status, apiId, apiKey } = await post<Collected>(url, '/pairings/collect', { secret });
    if (apiId && apiKey) return { url, apiId, apiKey };
    if (status === 'denied') throw new CommandError('The login was denied.', exitCodes.auth);
    if (status === 'expired')
      throw new CommandError('The login has expired. Run the command again.', exitCodes.auth);
  }
}

/** Calls an endpoint that needs no key. @throws CommandError with the message of the API */
async function post<T>(url: string, path: string, body: object): Promise<T> {
  const response = await fetch(new URL(`/api/v1${path}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error & { cause?: Error }) => {
    throw new CommandError(`${url} cannot be reached: ${error.cause?.message || error.message}`);
  });
  const answer = (await response.json().catch(() => null)) as { message?: string; data: T } | null;
  if (response.ok && answer) return answer.data;
  throw new CommandError(answer?.message ?? `The server answered ${response.status}.`);
}
