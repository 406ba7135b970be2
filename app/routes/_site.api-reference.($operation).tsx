import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { buildEnvelopes, buildExamples } from '#app/reference/build-operation-examples.server.ts';
import type { EventView, OperationView } from '#app/reference/contract.ts';
import { EventPage } from '#app/reference/event-page.tsx';
import { OperationPage } from '#app/reference/operation-page.tsx';
import { Overview } from '#app/reference/overview.tsx';
import { readEvent, readEventTypes } from '#app/reference/read-events.server.ts';
import { readOperation, readOperationGroups } from '#app/reference/read-operations.server.ts';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
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

/** The title and description of a page. */
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
