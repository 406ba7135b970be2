import { paths } from '#app/paths.ts';
import { patience, type Result } from '#app/reference/try-it/send-call.ts';
import type { CallReply } from './answer-call.server.ts';

let sent = 0;

/**
 * Has the server make the call of a form: the key's secret never comes here.
 *
 * @throws if there was no answer
 */
export async function postCall(form: HTMLFormElement): Promise<Result> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  // Each press is a call of its own, also where it says the same as the one before.
  sent += 1;
  body.set('once', `${body.get('once') ?? ''}-${sent}`);
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(paths.explorerCall, { method: 'POST', body, signal });
  const { result, fault }: Partial<CallReply> = await response.json();
  if (result) return result;
  return { status: response.status, tookMs: 0, headers: [], body: fault ?? '' };
}
