import type { ReactNode } from 'react';
import type { Sample } from '#app/samples/contract.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import { Journey } from './journey.tsx';

type PostcardProps = { sample: Sample /** Highlighted JSON. */; answer: string };

/** An example message: the call, the response and the delivery. */
export function Postcard({ sample, answer }: PostcardProps) {
  return (
    <section aria-label="An example message" className="card min-w-0 overflow-hidden">
      <div className="grid lg:grid-cols-[11fr_10fr]">
        <div className="flex min-w-0 flex-col [&_.sample]:rounded-none [&_.sample]:border-0 [&_.sample]:border-b">
          <SampleTabs sample={sample} title="Send a message" />
          <dl className="flex flex-1 flex-col px-4 pb-2 font-mono text-xs">
            <AddressLine name="to">+91 98765 43210</AddressLine>
            <AddressLine name="from">DAKIYA</AddressLine>
            <AddressLine name="postage">1 message, 1 segment</AddressLine>
          </dl>
        </div>
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <p className="flex flex-wrap justify-between gap-x-4 border-b border-line px-4 py-[11px] font-mono text-xs">
            202 Accepted <span className="text-faint">stored and queued for delivery</span>
          </p>
          <section
            aria-label="Response"
            className="overflow-x-auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
            tabIndex={0}
          >
            <pre className="p-4 font-mono text-xs leading-relaxed">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
              <code dangerouslySetInnerHTML={{ __html: answer }} />
            </pre>
          </section>
        </div>
      </div>
      <Journey />
    </section>
  );
}

function AddressLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-1 items-end gap-4 border-b border-line pb-2 last:border-b-0">
      <dt className="w-16 shrink-0 text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
