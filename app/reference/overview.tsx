import { Link } from '@remix-run/react';
import { CodeBlock } from '#app/content/code-block.tsx';
import { paths } from '#app/paths.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import type { OperationGroup, RenderedCode } from './contract.ts';
import { OperationGroups } from './operation-groups.tsx';
import { Section } from './section.tsx';
import { TextWithCode } from './text-with-code.tsx';

type OverviewProps = {
  groups: OperationGroup[];
  baseUrl: string;
  /** One good answer and one refusal. */
  envelopes: { success: RenderedCode; error: RenderedCode };
};

/** What all calls have in common, and a list of them. */
export function Overview({ groups, baseUrl, envelopes }: OverviewProps) {
  return (
    <article className="grid grid-cols-1 gap-12">
      <PageHeader
        lead="Every call of the REST API with its fields, its answers and its errors. It is made from the OpenAPI document that programs read."
        title="API Reference"
      >
        <a className="button-quiet" href={paths.openapi}>
          OpenAPI document
        </a>
        <Link className="button-quiet" to={paths.docs}>
          Getting Started
        </Link>
      </PageHeader>
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-10">
          <Section title="Base URL">
            <CodeBlock html={baseUrl} label="Base URL" text={baseUrl} />
            <p className="text-sm text-faint">
              Requests and answers are JSON in UTF-8. A body is at most 64 KiB, that of a batch 1
              MiB.
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
        <Section title="Answers">
          <p className="text-sm text-faint">
            <TextWithCode text="Every answer has a `status`, and a `message` for people. What was asked for is in `data`. The OpenAPI document alone comes as it is." />
          </p>
          <CodeBlock label="Success" {...envelopes.success} />
          <p className="text-sm text-faint">
            <TextWithCode text="A refusal has an `error`. Its `code` is for programs; `x-request-id` is in the headers of every answer." />{' '}
            <Link className="link" to={`${paths.docsSection('api-reference')}#errors`}>
              All error codes
            </Link>
          </p>
          <CodeBlock label="Error" {...envelopes.error} />
        </Section>
      </div>
      <OperationGroups groups={groups} />
    </article>
  );
}

const authentication = [
  'Calls that send and read messages, and the balance, take an API key: `x-api-id` and `x-api-key`. HTTP Basic with the API ID as user and the API key as password does as well, and so does `Authorization: Bearer` with the API key alone.',
  'Calls about the account take a session token, `Authorization: Bearer`; the call “Log in” answers one. A browser’s cookie is never looked at.',
];

const idempotency =
  'A call with `Idempotency-Key` among its headers may be repeated under one: the same request sent again within 24 hours is answered as it was the first time.';
