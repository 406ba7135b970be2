import type { ReactNode } from 'react';
import { CodeBlock } from '#app/content/code-block.tsx';
import type { Examples } from './contract.ts';

type OperationExamplesProps = { examples: Examples; status: number };

/** What a call looks like, and what comes back. */
export function OperationExamples({ examples, status }: OperationExamplesProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-6">
      <Example title="Request">
        <CodeBlock label="Request" {...examples.curl} />
      </Example>
      {examples.answer ? (
        <Example title={`Answer ${status}`}>
          <CodeBlock label="Answer" {...examples.answer} />
        </Example>
      ) : null}
      {examples.error ? (
        <details>
          <summary className="w-fit cursor-pointer py-0.5 text-xs text-faint hover:text-ink">
            An error looks like this
          </summary>
          <div className="mt-2">
            <CodeBlock label="Error" {...examples.error} />
          </div>
        </details>
      ) : null}
    </div>
  );
}

function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h2 className="text-xs font-medium text-faint">{title}</h2>
      {children}
    </div>
  );
}
