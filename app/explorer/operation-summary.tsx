import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { MethodLabel, TextWithCode } from '#app/reference/elements.tsx';

/** A summary of the operation, with a link to the reference. */
export function OperationSummary({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description } = operation;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-medium">{summary}</h2>
        <Link className="link py-0.5 text-sm" to={paths.operation(id)}>
          Fields, responses and errors
        </Link>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodLabel method={method} />
        <code className="font-mono text-sm wrap-anywhere">/api/v1{path}</code>
      </p>
      {description ? (
        <p className="max-w-3xl text-sm text-faint">
          <TextWithCode text={description} />
        </p>
      ) : null}
    </div>
  );
}
