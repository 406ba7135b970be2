import type { ReactNode } from 'react';
import { CodeBlock } from '#app/content/code-block.tsx';
import type { Examples } from './contract.ts';

type OperationExamplesProps = { examples: Examples; status: number };

/** Examples of a request and its responses. */
export function OperationExamples({ examples, status }: OperationExamplesProps) {
  return (
    <div className="grid grid-cols-1 content-start gap-6">
      <Example title="Request">
        <CodeBlock label="Request" {...examples.curl} />
      </Example>
      {examples.answer ? (
        <Example title={`Response ${status}`}>
          <CodeBlock label="Response" {...examples.answer} />
        </Example>
      ) : null}
      {examples.error ? (
        <details>
          <summary className="w-fit cursor-pointer py-0.5 text-xs text-faint hover:text-ink">
            Example error
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
