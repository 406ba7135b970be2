import { Form, Link } from '@remix-run/react';
import { CodeBlock } from '#app/content/code-block.tsx';
import { paths } from '#app/paths.ts';
import type { ApiExchange, CallTemplate, Reply, Values } from './contract.ts';
import { fillIn } from './fill-in.ts';

type ResponseCardProps = {
  exchange: ApiExchange;
  template: CallTemplate | undefined;
  refusedByDlt: Reply['refusedByDlt'];
};

/** The API's response to the last call, and the request as sent. */
export function ResponseCard({ exchange, template, refusedByDlt }: ResponseCardProps) {
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
        {refusedByDlt ? <Comparison values={values} {...refusedByDlt} /> : null}
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

type ComparisonProps = NonNullable<Reply['refusedByDlt']> & { values: Values };

/** Leads from a text that DLT would refuse to the checker, which shows where it differs. */
const Comparison = ({ nearest, values }: ComparisonProps) => (
  <Form
    action={paths.checkMessage}
    className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
    method="post"
  >
    <input name="intent" type="hidden" value="check" />
    <input name="text" type="hidden" value={values.message} />
    <input name="sender" type="hidden" value={values.sender} />
    <input name="template_id" type="hidden" value={values.template || (nearest?.id ?? '')} />
    {nearest ? (
      <p className="min-w-0 [overflow-wrap:anywhere]">
        The nearest template is{' '}
        <Link className="link" to={paths.template(nearest.id)}>
          {nearest.name}
        </Link>
        .
      </p>
    ) : null}
    <button className="button-quiet" type="submit">
      See where the text differs
    </button>
  </Form>
);
