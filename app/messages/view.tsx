import type { LogView, MessageView, RefusedView } from './contract.ts';
import { Log } from './log.tsx';
import { OneMessage } from './one-message.tsx';
import { RefusedLog } from './refused/refused-log.tsx';

/** The log of messages, one of them, or the calls that were refused. */
export function View({ data }: { data: LogView | MessageView | RefusedView }) {
  if ('refused' in data) return <RefusedLog {...data} />;
  return 'message' in data ? <OneMessage {...data} /> : <Log {...data} />;
}
