import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Suspense } from 'react';
import type { Asked } from '#app/dashboard/asked.ts';
import { ConfirmSignIn } from '#app/dashboard/confirm/confirm-sign-in.tsx';
import type { MaybeConfirm } from '#app/dashboard/confirm/contract.ts';
import { withRecentSignIn } from '#app/dashboard/confirm/with-recent-sign-in.server.ts';
import { restoreDraft, saveDraft } from '#app/dashboard/drafts/draft.server.ts';
import { notKeptToast } from '#app/dashboard/drafts/draft-reply.ts';
import { newAddress } from '#app/dashboard/new-address.ts';
import { screenOf } from '#app/dashboard/screens.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { getSignedIn, lastOwner, requireSignedIn, toLogin } from '#app/session/session.server.ts';
import { flashHeaders } from '#app/session/toast.server.ts';
import { privateHead } from '#app/site/private-head.ts';
import { type Tab, tabServers } from './tabs.server.ts';
import { views } from './views.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  privateHead(screenOf(data?.screen ?? 'home').title);

/** Which tab is asked for, and what it may want to know of the request. */
function read({ request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const answer = { status: 200 };
  const asked: Asked = {
    search,
    clientAddress: context.clientAddress ?? '',
    exactAddress: context.exactAddress ?? '',
    answerWith: (status) => {
      answer.status = status;
    },
  };
  const tab = search.get('tab') ?? '';
  const screen: Tab = Object.hasOwn(tabServers, tab) ? (tab as Tab) : 'home';
  return { screen, asked, answer };
}

/** Where a screen is that has a route of its own. */
function movedTo(request: Request): string | null {
  const path = newAddress(new URL(request.url).searchParams);
  return path?.startsWith('/dashboard/') ? path : null;
}

export async function loader(args: LoaderFunctionArgs) {
  const moved = movedTo(args.request);
  if (moved) throw redirect(moved);
  const signedIn = await requireSignedIn(args.request);
  const { screen, asked, answer } = read(args);
  const { load, showDraft } = tabServers[screen];
  const [content, { form, headers }] = await Promise.all([
    load(signedIn, asked),
    restoreDraft(args.request, signedIn.userId, screen),
  ]);
  const draft = (form && showDraft?.(form)) ?? null;
  return data({ screen, content, draft }, { ...answer, headers });
}

export async function action(args: ActionFunctionArgs) {
  const moved = movedTo(args.request);
  // The browser sends the form again, there.
  if (moved) throw redirect(moved, 308);
  const signedIn = await getSignedIn(args.request);
  const { screen, asked } = read(args);
  const { act, maxFileBytes, showDraft } = tabServers[screen];
  if (!act) throw signedIn ? new Response(null, { status: 405 }) : toLogin(args.request);
  const form = () => readForm(args.request, { maxFileBytes });
  if (signedIn) {
    const sent = await form();
    const { pathname, search } = new URL(args.request.url);
    const { clientAddress } = asked;
    return withRecentSignIn(
      { signedIn, form: sent, clientAddress, page: pathname + search },
      (confirmed) => act(confirmed, sent, asked),
    );
  }
  const userId = await lastOwner(args.request);
  // Where there is nobody to keep it for, it is not even read.
  if (userId === null) throw toLogin(args.request, showDraft && (await tellNotKept()));
  const late = await form();
  if (!showDraft?.(late)) throw toLogin(args.request);
  const kept = await saveDraft(userId, screen, late);
  throw toLogin(args.request, kept ?? (await tellNotKept()));
}

const tellNotKept = () => flashHeaders({ toast: notKeptToast });

/** One page; `?tab=` says which of its tabs is open. */
export default function Dashboard() {
  const { screen, content } = useLoaderData<typeof loader>();
  const answer = useActionData() as MaybeConfirm;
  const View = views[screen];
  return (
    <Suspense>
      {answer?.confirm ? (
        <ConfirmSignIn confirm={answer.confirm} />
      ) : (
        <View data={content as never} key={screen} />
      )}
    </Suspense>
  );
}
