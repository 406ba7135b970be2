import { Link } from '@remix-run/react';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { CodeBlock } from '#app/content/code-block.tsx';
import { slugify } from '#app/content/plain-text.ts';
import { paths } from '#app/paths.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import type { OperationGroup, RenderedCode } from './contract.ts';
import { MethodLabel, Section, TextWithCode } from './elements.tsx';

type OverviewProps = {
  groups: OperationGroup[];
  /** The types of webhook events. */
  types: string[];
  baseUrl: string;
  /** Examples of a success and an error. */
  envelopes: { success: RenderedCode; error: RenderedCode };
};

/** What all calls have in common, and the list of operations. */
export function Overview({ groups, types, baseUrl, envelopes }: OverviewProps) {
  return (
    <article className="grid grid-cols-1 gap-12">
      <PageHeader
        lead="Every call of the REST API with its fields, responses and errors, generated from the OpenAPI document."
        title="API Reference"
      >
        <a className="button-quiet" href={paths.openapi}>
          OpenAPI document
        </a>
        <QuietLink to={paths.docs}>Getting Started</QuietLink>
      </PageHeader>
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-10">
          <Section title="Base URL">
            <CodeBlock html={baseUrl} label="Base URL" text={baseUrl} />
            <p className="text-sm text-faint">
              Requests and responses are JSON in UTF-8. A request body may have up to 64 KiB, that
              of a batch up to 1 MiB.
            </p>
          </Section>
          <Section title="Authentication">
            {authentication.map((text) => (
              <p className="text-sm text-faint" key={text}>
                <TextWithCode text={text} />
              </p>
            ))}
          </Section>
          <Section title="Safe to repeat">
            <p className="text-sm text-faint">
              <TextWithCode text={idempotency} />
            </p>
          </Section>
        </div>
        <Section title="Responses">
          <p className="text-sm text-faint">
            <TextWithCode text="Every response has a `status` and a human-readable `message`. The result is in `data`. Only the OpenAPI document has no envelope." />
          </p>
          <CodeBlock label="Success" {...envelopes.success} />
          <p className="text-sm text-faint">
            <TextWithCode text="A failed call has an `error` with a `code` for programs. Every response has the header `x-request-id`." />{' '}
            <TextLink to={`${paths.docsSection('api-reference')}#errors`}>All error codes</TextLink>
          </p>
          <CodeBlock label="Error" {...envelopes.error} />
        </Section>
      </div>
      <OperationGroups groups={groups} />
      <EventTypes types={types} />
    </article>
  );
}

const authentication = [
  'Calls that send or read messages or read the balance need an API key: `x-api-id` and `x-api-key`, or HTTP Basic with the API ID as user and the API key as password, or `Authorization: Bearer` with the API key alone.',
  'Account calls need a session token as `Authorization: Bearer`; the call “Log in” returns one. Cookies are ignored.',
  'Calls about DLT, webhooks, OTP services, suppressed numbers and privacy take either of the two.',
];

const idempotency =
  'Calls that accept the header `Idempotency-Key` are safe to retry: the same request sent again within 24 hours returns the first response.';

const title = 'Webhook events';

/** All types of webhook events. */
function EventTypes({ types }: { types: string[] }) {
  return (
    <div className="grid gap-3">
      <h2 className="scroll-mt-8 text-lg font-medium" id={slugify(title)}>
        {title}
      </h2>
      <p className="text-sm text-faint">
        What Dakiya posts to your endpoints.{' '}
        <TextLink to={paths.docsSection('webhooks')}>How webhooks work</TextLink>
      </p>
      <ul className="grid gap-x-6 divide-y divide-line border-y border-line">
        {types.map((type) => (
          <li key={type}>
            <Link
              className="block py-3 font-mono text-xs hover:underline hover:underline-offset-4"
              to={paths.operation(type)}
            >
              {type}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** All operations by group, with method and path. */
function OperationGroups({ groups }: { groups: OperationGroup[] }) {
  return (
    <div className="grid gap-10">
      {groups.map(({ tag, operations }) => (
        <div className="grid gap-3" key={tag}>
          <h2 className="scroll-mt-8 text-lg font-medium" id={slugify(tag)}>
            {tag}
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <Link
                  className="group grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
                  to={paths.operation(id)}
                >
                  <span className="text-sm group-hover:underline group-hover:underline-offset-4">
                    {summary}
                  </span>
                  <span className="flex items-baseline gap-2.5">
                    <MethodLabel method={method} />
                    <code className="font-mono text-xs text-faint wrap-anywhere">{path}</code>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
