import type { MetaFunction } from '@remix-run/node';
import { useActionData, useMatches, useRouteError } from '@remix-run/react';
import { type ComponentType, lazy, Suspense } from 'react';
import { describeError, isOurs } from '#app/components/pages.tsx';
import { useFailedRequestId } from '#app/request-context.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import type { MaybeConfirm } from './confirm/confirm-sign-in.tsx';
import { getScreen, type ScreenHandle } from './screens.ts';

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

/**
 * The `handle` of a page that is below a screen and has its own name, usually the name of the displayed object. The
 * name is the page's heading, its title, and the end of the breadcrumb.
 *
 * @param nameOf reads the name from the data of the page's loader
 */
export const pageBelow = <View,>(
  screen: ScreenId,
  nameOf: (view: View) => string,
): ScreenHandle & { nameOf: NonNullable<ScreenHandle['nameOf']> } => ({
  screen,
  nameOf: (view) => nameOf(view as View),
});

/** The `meta` of a page that `pageBelow` describes. @param kind the title if the page's loader failed */
export const pageBelowMeta =
  ({ nameOf }: ReturnType<typeof pageBelow>, kind: string): MetaFunction =>
  ({ data }) =>
    noIndexMeta(data ? nameOf(data) : kind);

/** The name of the open page below a screen; null on the screen itself, and if the page's loader failed. */
export function usePageName(): string | null {
  const { handle, data } = useMatches().at(-1) ?? {};
  const { nameOf } = (handle ?? {}) as Partial<ScreenHandle>;
  return nameOf && data ? nameOf(data) : null;
}

/** The heading of a page below a screen. Renders nothing on the screen itself, whose heading is in the frame. */
export function PageHeading() {
  const name = usePageName();
  if (name === null) return null;
  return (
    <h1 className="min-w-0 text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
      <bdi>{name}</bdi>
    </h1>
  );
}

/** Loaded only when it is shown, so that the script of each screen with a form is smaller. */
const ConfirmSignIn = lazy(async () => {
  const { ConfirmSignIn } = await import('./confirm/confirm-sign-in.tsx');
  return { default: ConfirmSignIn };
});

/**
 * Wraps a screen. If the reply to its form requires a recent sign-in, shows the password prompt instead of the screen.
 *
 * @param options `hasHeading`: the frame shows the heading of the page
 */
export const confirmFirst = (Screen: ComponentType, { hasHeading = false } = {}) =>
  function ConfirmFirst() {
    const reply = useActionData() as MaybeConfirm;
    if (!reply?.confirm) return <Screen />;
    return (
      <>
        {hasHeading ? null : <PageHeading />}
        <Suspense>
          <ConfirmSignIn confirm={reply.confirm} />
        </Suspense>
      </>
    );
  };
