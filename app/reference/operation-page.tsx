import { CopyButton } from '#app/components/copy-button.tsx';
import { paths } from '#app/paths.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { PreviousNext } from '#app/site/previous-next.tsx';
import type { Examples, OperationEntry, OperationView } from './contract.ts';
import { MethodLabel, TextWithCode } from './elements.tsx';
import { OperationDetails } from './operation-details.tsx';
import { OperationExamples } from './operation-examples.tsx';
import { TryIt } from './try-it/try-it.tsx';

type OperationPageProps = {
  operation: OperationView;
  examples: Examples;
  before: OperationEntry | null;
  after: OperationEntry | null;
  publicUrl: string;
  keyId: string | null;
};

const toLink = ({ id, summary }: OperationEntry) => ({ to: paths.operation(id), title: summary });

/** The page of an operation, with its "Try it" form. */
export function OperationPage({
  operation,
  examples,
  before,
  after,
  ...given
}: OperationPageProps) {
  const { method, path, summary, description, redirects, takesFile, success } = operation;
  const canTry = !redirects && !takesFile;
  const address = `${given.publicUrl}/api/v1${path}`;
  return (
    <article className="grid grid-cols-1 gap-12">
      <div className="grid gap-5">
        <PageHeader
          lead={description ? <TextWithCode text={description} /> : null}
          title={summary}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MethodLabel method={method} />
          <span className="flex min-w-0 items-center gap-x-2">
            <code className="font-mono text-sm wrap-anywhere">/api/v1{path}</code>
            <CopyButton label="Address" text={address} />
          </span>
          {canTry ? (
            <a className="link w-full text-sm sm:ml-auto sm:w-auto" href="#try-it">
              Try it
            </a>
          ) : null}
        </div>
      </div>
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <OperationDetails operation={operation} />
        <div className="min-w-0 self-start xl:sticky xl:top-8 xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto">
          <OperationExamples examples={examples} status={success.status} />
        </div>
      </div>
      {canTry ? <TryIt operation={operation} {...given} /> : null}
      <PreviousNext after={after && toLink(after)} before={before && toLink(before)} />
    </article>
  );
}
