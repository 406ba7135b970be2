import { Link } from '@remix-run/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { CodeBlock, CopyButton } from '#app/components/copy-button.tsx';
import { PreviousNext, TextLink } from '#app/components/links.tsx';
import { untilLoaded } from '#app/connection/route-modules.ts';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import type {
  AuthScheme,
  Examples,
  OperationEntry,
  OperationView,
  ParameterLocation,
} from './contract.ts';
import { FieldGroups, FieldList, MethodLabel, Section, TextWithCode } from './elements.tsx';

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
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_min(24rem,50%)]">
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

type OperationExamplesProps = { examples: Examples; status: number };

/** Examples of a request and its responses. */
function OperationExamples({ examples, status }: OperationExamplesProps) {
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

const placeTitles: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

/** Describes the authentication of a call. */
const accessText: Record<AuthScheme, string> = {
  key: 'An API key: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as user and the API key as password, or `Authorization: Bearer` with the API key alone.',
  session: 'A session token as `Authorization: Bearer`. “Log in” returns one.',
  none: 'None. This call needs no credentials.',
};

/** The parameters, body, response and errors of an operation. */
function OperationDetails({ operation }: { operation: OperationView }) {
  const {
    access,
    scope,
    orSession,
    parameters,
    body,
    takesFile,
    success,
    errors,
    idempotent,
    redirects,
  } = operation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-10">
      <Section title="Authentication">
        <p className="text-sm text-faint">
          <TextWithCode text={accessText[access]} />{' '}
          {scope === null ? null : <TextWithCode text={`The key needs the scope \`${scope}\`. `} />}
          {orSession ? (
            <TextWithCode text="Or a session token as `Authorization: Bearer`. " />
          ) : null}
          {access === 'none' ? null : (
            <TextLink to={paths.docsSection('authentication')}>More on authentication</TextLink>
          )}
        </p>
      </Section>
      {parameters.map(({ place, fields }) => (
        <Section key={place} title={placeTitles[place]}>
          <FieldList fields={fields} />
        </Section>
      ))}
      {body ? (
        <Section title={takesFile ? 'Form (multipart/form-data)' : 'Body'}>
          {body.description ? (
            <p className="text-sm text-faint">
              <TextWithCode text={body.description} />
            </p>
          ) : null}
          <FieldGroups groups={body.groups} />
        </Section>
      ) : null}
      <Section title={`Response: ${success.status}`}>
        <p className="text-sm text-faint">
          <TextWithCode text={success.description} />
        </p>
        {success.groups.length > 0 ? <FieldGroups isResponse groups={success.groups} /> : null}
      </Section>
      {idempotent ? (
        <Section title="Safe to repeat">
          <p className="text-sm text-faint">
            <TextWithCode text={idempotencyText} />
          </p>
        </Section>
      ) : null}
      {redirects ? (
        <p className="text-sm text-faint">
          Browsers reach this address by a link or redirect. Programs do not call it.
        </p>
      ) : null}
      {errors.length > 0 ? (
        <Section title="Errors">
          <ErrorList errors={errors} />
        </Section>
      ) : null}
    </div>
  );
}

const idempotencyText =
  'With an `Idempotency-Key`, a repeated request within 24 hours returns the first response again, with `Idempotent-Replayed: true`. A different request with the same `Idempotency-Key` fails with `idempotency_mismatch`.';

/** The errors of an operation by status; each code links to the error catalogue. */
function ErrorList({ errors }: Pick<OperationView, 'errors'>) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {errors.map(({ status, errors }) => (
        <div className="grid gap-2 py-3 sm:grid-cols-[3rem_minmax(0,1fr)]" key={status}>
          <dt className="font-mono text-sm">{status}</dt>
          <dd>
            <ul className="grid gap-2">
              {errors.map(({ code, message }) => (
                <li className="grid gap-0.5" key={code}>
                  <Link
                    className="link w-fit font-mono text-sm"
                    to={`${paths.docsSection('api-reference')}#${code}`}
                  >
                    {code}
                  </Link>
                  <span className="text-sm text-faint">{message}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Loaded separately, so that readers who do not call the API need not load this form. */
const Console = lazy(() => untilLoaded(() => import('./try-it/try-it-form.tsx')));

type TryItProps = { operation: OperationView; publicUrl: string; keyId: string | null };

/** The "Try it" section. Without JavaScript, the section refers to the curl command. */
function TryIt(given: TryItProps) {
  const hydrated = useHydrated();
  return (
    <Section id="try-it" title="Try it">
      {hydrated ? (
        <Suspense fallback={<p className="text-sm text-faint">Loading…</p>}>
          <Console key={given.operation.id} {...given} />
        </Suspense>
      ) : (
        <noscript>
          <p className="text-sm text-faint">
            You can make this call here only with JavaScript. The curl command above makes it from a
            shell.
          </p>
        </noscript>
      )}
    </Section>
  );
}
