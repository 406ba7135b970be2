import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { PreviousNext, QuietLink, TextLink } from '#app/components/links.tsx';
import { slugify } from '#app/content/docs.ts';
import { paths } from '#app/paths.ts';
import type {
  EventView,
  OperationGroup,
  OperationView,
  RenderedCode,
} from '#app/reference/contract.ts';
import {
  FieldGroups,
  FieldList,
  MethodLabel,
  Section,
  TextWithCode,
} from '#app/reference/elements.tsx';
import { OperationPage } from '#app/reference/operation-page.tsx';
import {
  buildEnvelopes,
  buildExamples,
  readEvent,
  readEventTypes,
  readOperation,
  readOperationGroups,
} from '#app/reference/read-operations.server.ts';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { SidebarLayout } from '#app/site/sidebar-layout.tsx';
import { serverSettings } from '#platform/server-settings.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) => {
  if (!data) return [];
  return publicPageMeta(describePage(data), args);
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const common = {
    groups: await readOperationGroups(),
    types: await readEventTypes(),
    publicUrl: serverSettings.PUBLIC_URL,
  };
  const { operation: id } = params;
  if (id === undefined)
    return { ...common, kind: 'overview', envelopes: await buildEnvelopes() } as const;
  const event = await readEvent(id);
  if (event) return { ...common, kind: 'event', ...event } as const;
  const found = await readOperation(id);
  if (!found) throw new Response(null, { status: 404 });
  const keyId = await findReaderApiId(request);
  const examples = buildExamples(found.operation, keyId);
  return { ...common, kind: 'operation', shown: { ...found, keyId, examples } } as const;
}

/** The API reference: the overview, one operation, or one type of webhook event. */
export default function Reference() {
  const { groups, types, publicUrl, ...data } = useLoaderData<typeof loader>();
  const lists = groups.map(({ tag, operations }) => ({
    title: tag,
    links: operations.map(({ id, method, path, summary }) => ({
      to: paths.operation(id),
      label: summary,
      badge: method,
      keywords: path,
    })),
  }));
  return (
    <SidebarLayout
      groups={[
        { links: [{ to: paths.reference, label: 'Overview' }] },
        ...lists,
        {
          title: 'Webhook events',
          links: types.map((type) => ({ to: paths.operation(type), label: type })),
        },
      ]}
      label="API reference"
    >
      {data.kind === 'operation' ? (
        <OperationPage {...data.shown} publicUrl={publicUrl} />
      ) : data.kind === 'event' ? (
        <EventPage after={data.after} before={data.before} event={data.event} />
      ) : (
        <Overview
          baseUrl={`${publicUrl}/api/v1`}
          envelopes={data.envelopes}
          groups={groups}
          types={types}
        />
      )}
    </SidebarLayout>
  );
}

type Described =
  | { kind: 'overview' }
  | { kind: 'operation'; shown: { operation: OperationView } }
  | { kind: 'event'; event: EventView };

function describePage(page: Described) {
  if (page.kind === 'operation') return describeOperation(page.shown.operation);
  if (page.kind === 'event') return describeEvent(page.event);
  return {
    title: 'API Reference',
    description:
      'Every call of the Dakiya API: its fields, example requests and responses, and its errors.',
  };
}

const describeEvent = ({ type, description }: EventView) => ({
  title: `${type} · API Reference`,
  description: shorten(`Webhook event ${type}: ${description} Its fields, headers and a sample.`),
});

/** The length at which search engines cut a description, in characters. */
const maxLength = 160;

/** The title and description of an operation's page. */
function describeOperation({ method, path, summary, description }: OperationView) {
  const about = description ?? 'Fields, examples and errors.';
  const text = `${method} ${path}: ${summary}. ${about}`.replaceAll('`', '');
  return { title: `${summary} · API Reference`, description: shorten(text) };
}

/** Cuts at a word boundary. */
const shorten = (text: string) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;

type EventPageProps = { event: EventView; before: string | null; after: string | null };

const toLink = (type: string) => ({ to: paths.operation(type), title: type });

function EventPage({ event, before, after }: EventPageProps) {
  const { type, description, headers, groups, sample, responses } = event;
  return (
    <article className="grid grid-cols-1 gap-12">
      <PageHeader lead={description} title={type} />
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_min(24rem,50%)]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-10">
          <Section title="A request to your endpoint">
            <p className="text-sm text-faint">
              <TextWithCode text="Dakiya sends this with `POST` to the address of each endpoint that subscribes to the type." />{' '}
              <TextLink to={paths.docsSection('webhooks')}>How webhooks work</TextLink>
            </p>
          </Section>
          <Section title="Headers">
            <FieldList fields={headers} isResponse />
          </Section>
          <Section title="Body">
            <FieldGroups groups={groups} isResponse />
          </Section>
          <Section title="Your answer">
            <dl className="divide-y divide-line border-y border-line">
              {responses.map(({ status, meaning }) => (
                <div className="grid gap-1 py-3 sm:grid-cols-[4rem_minmax(0,1fr)]" key={status}>
                  <dt className="font-mono text-sm">{status}</dt>
                  <dd className="text-sm text-faint">
                    <TextWithCode text={meaning} />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        </div>
        <div className="min-w-0 self-start xl:sticky xl:top-8 xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto">
          <div className="grid grid-cols-1 gap-2">
            <h2 className="text-xs font-medium text-faint">Sample</h2>
            <CodeBlock label="Sample" {...sample} />
          </div>
        </div>
      </div>
      <PreviousNext
        after={after === null ? null : toLink(after)}
        before={before === null ? null : toLink(before)}
      />
    </article>
  );
}

type OverviewProps = {
  groups: OperationGroup[];
  /** The types of webhook events. */
  types: string[];
  baseUrl: string;
  /** Examples of a success and an error. */
  envelopes: { success: RenderedCode; error: RenderedCode };
};

/** The overview: rules for all calls, and the list of operations. */
function Overview({ groups, types, baseUrl, envelopes }: OverviewProps) {
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
              Requests and responses are JSON in UTF-8. A request body may have up to 64 KiB, and
              the body of a batch up to 1 MiB.
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
  'Calls about DLT, webhooks, OTP services, suppressed numbers and privacy take an API key or a session token.',
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
