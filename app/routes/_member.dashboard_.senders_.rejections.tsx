import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { CardCell, CardRow, CardTable, EmptyState } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { type DriftRow, listDrift } from '#domain/delivery/drift/list-drift.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Rejected by operators');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { rejections: await listDrift(userId) };
}

/** Messages that passed the check against the account's registry, but that operators rejected. */
export default function RejectionsScreen() {
  const { rejections } = useLoaderData<typeof loader>();
  return (
    <RegistryPage
      open="rejections"
      text="Messages of the last 30 days that an operator rejected, although they agreed with your registrations here. Compare your registrations here with those on your DLT portal."
      title="Rejected by operators"
    >
      {rejections.length > 0 ? (
        <CardTable
          caption="Rejections by header and template, the latest first"
          columns={['Why', 'Messages', 'Header', 'Template', 'Last message']}
          widths={{ Messages: 'w-24', Header: 'w-28', Template: 'w-52', 'Last message': 'w-44' }}
        >
          {rejections.map((rejection) => (
            <Row
              key={`${rejection.header} ${rejection.templateId} ${rejection.verdict}`}
              rejection={rejection}
            />
          ))}
        </CardTable>
      ) : (
        <EmptyState
          text="Operators have rejected none of your messages because of DLT in the last 30 days."
          title="Nothing rejected"
        >
          <Link className="link text-sm" to={paths.checkMessage}>
            Check a message
          </Link>
        </EmptyState>
      )}
    </RegistryPage>
  );
}

function Row({ rejection }: { rejection: DriftRow }) {
  const { verdict, text, rejections, header, templateId, carrier, errorCode } = rejection;
  return (
    <CardRow className="grid grid-cols-2 gap-y-1 py-2">
      <CardCell wide>
        <Link
          className="link font-mono text-xs [overflow-wrap:anywhere]"
          to={paths.verdict(verdict)}
        >
          {verdict}
        </Link>
        <span className="block max-w-prose">{text}</span>
      </CardCell>
      <CardCell label="Messages">{formatCount(rejections)}</CardCell>
      <CardCell label="Header">
        <span className="font-mono text-xs">{header}</span>
      </CardCell>
      <CardCell label="Template" wide>
        {templateId === null ? (
          <span className="text-faint">None</span>
        ) : (
          <Link className="link font-mono text-xs" to={paths.template(templateId)}>
            {templateId}
          </Link>
        )}
      </CardCell>
      <CardCell label="Last message" wide>
        {rejection.messageId === null ? (
          <Timestamp at={rejection.lastAt} />
        ) : (
          <TextLink to={paths.message(rejection.messageId)}>
            <Timestamp at={rejection.lastAt} />
          </TextLink>
        )}
        <span className="block text-xs text-faint">
          <bdi>{errorCode === null ? carrier : `${carrier}, code ${errorCode}`}</bdi>
        </span>
      </CardCell>
    </CardRow>
  );
}
