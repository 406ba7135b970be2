import { paths } from '#app/paths.ts';
import { patience, type Result } from '#app/reference/try-it/send-call.ts';
import type { AskReply, CallReply } from './answer-call.server.ts';

let sent = 0;

/**
 * Posts a call's form to the server, which makes the call with the key's secret.
 *
 * @throws if there is no response
 */
export async function postCall(form: HTMLFormElement): Promise<Result> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  // Each click is a call of its own, even if its content is the same.
  sent += 1;
  body.set('once', `${body.get('once') ?? ''}-${sent}`);
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(paths.explorerCall, { method: 'POST', body, signal });
  const { result, error, needsSignIn }: Partial<CallReply & AskReply> = await response.json();
  if (result) return result;
  if (needsSignIn) {
    // As without a script: the page asks for the password, and makes the call then.
    form.submit();
    return new Promise(() => undefined);
  }
  return { status: response.status, tookMs: 0, headers: [], body: error ?? '' };
}
