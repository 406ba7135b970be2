import type { ReactNode } from 'react';
import { fixedHeaders } from '#domain/webhooks/contract.browser.ts';

type PartProps = { label: string; isOpen?: boolean; children: ReactNode };

/** A part of a request or its answer, which can be opened. */
export function Part({ label, isOpen = false, children }: PartProps) {
  return (
    <details className="min-w-0" open={isOpen}>
      <summary className="cursor-pointer py-1 text-xs text-faint">{label}</summary>
      <div className="grid min-w-0 gap-1 pt-1">{children}</div>
    </details>
  );
}

/** A text as it came: it wraps, and runs in its own direction. */
export const Plain = ({ children }: { children: string }) => (
  <pre
    className="min-w-0 rounded-md border border-line bg-paper p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]"
    dir="auto"
  >
    {children}
  </pre>
);

/** The headers of a request with an event, but for the signature, which nobody keeps. */
export function RequestHeaders({ id, at }: { id: string; at: string }) {
  const headers = [
    ...Object.entries(fixedHeaders),
    ['webhook-id', id],
    ['webhook-timestamp', secondsOf(at)],
    ['webhook-signature', 'v1,…'],
  ];
  return <Plain>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</Plain>;
}

/** Seconds since 1970, as Standard Webhooks has them. */
const secondsOf = (at: string) => String(Math.floor(Date.parse(at) / 1_000));
