import type { MetaFunction } from '@remix-run/node';
import { useRouteError } from '@remix-run/react';
import { describeError, isOurs } from '#app/components/pages.tsx';
import { useFailedRequestId } from '#app/request-context.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { PageHeading } from './page-name.tsx';
import { getScreen } from './screens.ts';

/** The `meta` of a screen's route, with the heading as the page's title. */
export const screenMeta =
  (id: ScreenId): MetaFunction =>
  () =>
    noIndexMeta(getScreen(id).title);

/** Shown instead of a failed screen, inside the frame. */
export function ScreenError() {
  const error = useRouteError();
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  const { title, text } = describeError(error, requestId);
  return (
    <>
      <PageHeading />
      <section className="card grid gap-2 p-6" role="alert">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-faint">{text}</p>
        {requestId ? (
          <p className="text-xs text-faint">
            Request <code className="font-mono">{requestId}</code>
          </p>
        ) : null}
      </section>
    </>
  );
}
