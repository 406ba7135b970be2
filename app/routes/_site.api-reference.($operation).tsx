import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { buildEnvelopes, buildExamples } from '#app/reference/build-operation-examples.server.ts';
import type { OperationView } from '#app/reference/contract.ts';
import { OperationPage } from '#app/reference/operation-page.tsx';
import { Overview } from '#app/reference/overview.tsx';
import { readOperation, readOperationGroups } from '#app/reference/read-operations.server.ts';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { SidebarLayout } from '#app/site/sidebar-layout.tsx';
import { serverSettings } from '#platform/server-settings.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) => {
  if (!data) return [];
  return publicPageMeta(
    data.shown
      ? describeOperation(data.shown.operation)
      : {
          title: 'API Reference',
          description:
            'Every call of the Dakiya API: its fields, example requests and responses, and its errors.',
        },
    args,
  );
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  const common = { groups: await readOperationGroups(), publicUrl: serverSettings.PUBLIC_URL };
  if (params.operation === undefined)
    return { ...common, shown: null, envelopes: await buildEnvelopes() };
  const found = await readOperation(params.operation);
  if (!found) throw new Response(null, { status: 404 });
  const keyId = await findReaderApiId(request);
  return { ...common, shown: { ...found, keyId, examples: buildExamples(found.operation, keyId) } };
}

/** The API reference: the overview, or one operation. */
export default function Reference() {
  const { groups, publicUrl, ...data } = useLoaderData<typeof loader>();
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
      groups={[{ links: [{ to: paths.reference, label: 'Overview' }] }, ...lists]}
      label="API reference"
    >
      {data.shown ? (
        <OperationPage {...data.shown} publicUrl={publicUrl} />
      ) : (
        <Overview baseUrl={`${publicUrl}/api/v1`} envelopes={data.envelopes} groups={groups} />
      )}
    </SidebarLayout>
  );
}

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
