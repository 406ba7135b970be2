import type { Asked } from '#app/dashboard/asked.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import type { LogView, MessageView, RefusedView } from './contract.ts';
import { loadLog } from './load-log.server.ts';
import { loadMessage } from './load-message.server.ts';
import { loadRefused } from './load-refused.server.ts';

/** The log as it is asked for, one message of it, or the refused requests. */
export function load(
  signedIn: SignedIn,
  asked: Asked,
): Promise<LogView | MessageView | RefusedView> {
  const id = asked.search.get('message');
  if (id !== null) return loadMessage(signedIn, asked, id);
  const isRefused = asked.search.get('section') === 'refused';
  return isRefused ? loadRefused(signedIn, asked) : loadLog(signedIn, asked);
}
