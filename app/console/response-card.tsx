import { CodeBlock } from '#app/content/code-block.tsx';
import type { ApiExchange, CallTemplate } from './contract.ts';
import { fillIn } from './fill-in.ts';

type ResponseCardProps = { exchange: ApiExchange; template: CallTemplate | undefined };

/** The API's response to the last call, and the request as sent. */
export function ResponseCard({ exchange, template }: ResponseCardProps) {
  const { status, requestId, response, values } = exchange;
  return (
    <section aria-labelledby="response-title" className="card min-w-0">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2">
        <h2 className="text-sm font-medium" id="response-title">
          Response
        </h2>
        <span className={`stamp ${status < 400 ? 'text-good' : 'text-bad'}`}>{status}</span>
        <code className="ml-auto font-mono text-xs break-all text-faint">{requestId}</code>
      </div>
      <div className="grid grid-cols-1 gap-4 p-5">
        <CodeBlock html={response.html} label="Body of the response" text={response.text} />
        {template ? (
          <details>
            <summary className="link inline-block min-h-6 cursor-pointer list-none text-sm">
              The request as it was sent
            </summary>
            <div className="mt-3">
              <CodeBlock
                label="Request as it was sent"
                {...fillIn(template.request, 'json', values)}
              />
            </div>
          </details>
        ) : null}
      </div>
    </section>
  );
}
