import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Sheet } from '#app/components/sheet.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { PlansFailed } from '#app/plans/no-plans.tsx';
import { requireSignedIn } from '#app/session/session.server.ts';
import { pageHead } from '#app/site/page-head.ts';
import { order, verify } from './act.server.ts';
import { Active } from './active.tsx';
import { ByMail } from './by-mail.tsx';
import { Chosen } from './chosen.tsx';
import { load } from './load.server.ts';
import { Payable } from './payable.tsx';

export const meta: MetaFunction = (args) => [
  ...pageHead(
    {
      title: 'Payment',
      description: 'The plan that you have chosen, what it costs a month, and how you can get it.',
    },
    args,
  ),
  { name: 'robots', content: 'noindex' },
];

export const loader = ({ request }: LoaderFunctionArgs) => load(request);

export async function action({ request }: ActionFunctionArgs) {
  const { userId } = await requireSignedIn(request);
  const planId = new URL(request.url).searchParams.get('plan') ?? '';
  const form = await readForm(request);
  switch (form.get('intent')) {
    case 'order':
      return order(userId, planId, form, request);
    case 'verify':
      return verify(userId, form);
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The plan that was chosen, and how to pay for it. */
export default function Payment() {
  const loaded = useLoaderData<typeof loader>();
  switch (loaded.state) {
    case 'away':
      return (
        <Sheet title="Payment">
          <PlansFailed again={loaded.again} />
        </Sheet>
      );
    case 'none':
      return (
        <Sheet lead="Please select a plan to proceed with payment" title="No Plan Selected">
          <Link className="button-primary" to={paths.plans}>
            View Plans
          </Link>
        </Sheet>
      );
    case 'active':
      return (
        <Chosen plan={loaded.plan}>
          <Active />
        </Chosen>
      );
    case 'by-mail':
      return (
        <Chosen plan={loaded.plan}>
          <ByMail {...loaded} />
        </Chosen>
      );
    case 'payable':
      return (
        <Chosen plan={loaded.plan}>
          <Payable {...loaded} key={loaded.plan._id} />
        </Chosen>
      );
  }
}
