import { formatCount } from '#domain/shared/format-number.browser.ts';
import { CodeBox } from './code-box.tsx';
import type { Result } from './send-call.ts';

/** The state of the last call. */
export type CallState =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'answered'; result: Result }
  | { state: 'failed' };

/** Shows the response. Screen readers announce its first line. */
export function CallResult({ progress }: { progress: CallState }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p aria-live="polite" className="flex flex-wrap items-center gap-3 text-sm" role="status">
        <Headline progress={progress} />
      </p>
      {progress.state === 'answered' ? <Answer result={progress.result} /> : null}
    </div>
  );
}

function Headline({ progress }: { progress: CallState }) {
  if (progress.state === 'sending') return <span className="text-faint">Sending…</span>;
  if (progress.state === 'failed') return <span className="text-bad">Network error</span>;
  if (progress.state === 'idle') return null;
  const { status, tookMs } = progress.result;
  return (
    <>
      <span className={`stamp ${status < 400 ? 'text-good' : 'text-bad'}`}>{status}</span>
      <span className="text-faint">in {formatCount(tookMs)} ms</span>
    </>
  );
}

function Answer({ result: { headers, body } }: { result: Result }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-faint">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {body === '' ? null : <CodeBox label="Body of the response" text={body} />}
    </>
  );
}
