import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { loadPlans } from '#app/plans/load-plans.server.ts';
import type { RootData } from '#app/root-data.server.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { findReaderApiId } from '#app/samples/reader-api-id.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { StartBuilding } from '#app/site/start-building.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Pitfalls } from './pitfalls.tsx';
import { Postcard } from './postcard.tsx';
import { Pricing } from './pricing.tsx';
import { renderSampleResponse } from './render-sample-response.server.ts';
import { structuredData } from './structured-data.ts';

export const meta: MetaFunction<typeof loader> = ({ data, ...args }) => {
  const head = publicPageMeta(
    {
      title: 'Dakiya: SMS and one-time passwords for developers in India',
      description:
        'Send an SMS or a one-time password with one call, and see whether it was delivered.',
    },
    args,
  );
  const root = args.matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
  if (!data || !root) return head;
  return [...head, { 'script:ld+json': structuredData(root.publicUrl, data.plans ?? []) }];
};

/** Prices are for visitors only, as in the specification. */
export async function loader({ request }: LoaderFunctionArgs) {
  const keyId = await findReaderApiId(request);
  const signedIn = (await getSignedInUser(request)) !== null;
  return {
    sample: await readSample('send-message', keyId),
    answer: renderSampleResponse(keyId),
    signedIn,
    plans: signedIn ? null : await loadPlans(),
  };
}

export default function Home() {
  const { sample, answer, signedIn, plans } = useLoaderData<typeof loader>();
  const start = signedIn ? paths.dashboard() : paths.register;
  return (
    <div className="grid gap-20 sm:gap-28">
      <div className="grid gap-10">
        <Hero start={start} />
        <Postcard answer={answer} sample={sample} />
      </div>
      <Features />
      <Pitfalls />
      {signedIn ? null : <Pricing plans={plans} />}
      <StartBuilding
        lead="The Free plan needs no card. The sandbox carrier shows you the rest on your own machine."
        title="Send your first message."
        to={start}
      />
    </div>
  );
}
