import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { StartBuilding } from '#app/site/start-building.tsx';
import { categories } from './categories.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Features',
      description:
        'What Dakiya can do for programs that send SMS and one-time passwords in India, and what is planned.',
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  return { signedIn: (await getSignedInUser(request)) !== null };
}

export default function Features() {
  const { signedIn } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <PageHeader
        lead="Everything here is available today unless marked as planned."
        title="What a message needs"
      >
        <Link className="button-quiet" to={paths.docs}>
          View Documentation
        </Link>
      </PageHeader>
      {categories.map(({ title, lead, cards, planned }) => (
        <section
          className="grid gap-x-10 gap-y-6 border-t border-line pt-6 lg:grid-cols-[1fr_3fr]"
          key={title}
        >
          <div className="grid content-start gap-1">
            <h2 className="font-serif text-xl leading-tight">{title}</h2>
            <p className="text-sm text-faint">{lead}</p>
          </div>
          <ul className="grid gap-x-8 gap-y-8 md:grid-cols-3">
            {cards.map(({ title, text, call }) => (
              <li className="grid content-start gap-2" key={title}>
                <h3 className="font-medium">{title}</h3>
                <p className="text-sm leading-relaxed text-faint">{text}</p>
                {call ? <p className="font-mono text-xs break-words">{call}</p> : null}
              </li>
            ))}
          </ul>
          {planned ? (
            <p className="text-sm text-faint lg:col-start-2">
              <span className="font-medium text-ink">Planned:</span> {planned}
            </p>
          ) : null}
        </section>
      ))}
      <StartBuilding
        lead="An account, an API key, and the first message is one call away."
        title="Try it with your own number."
        to={signedIn ? paths.dashboard() : paths.register}
      />
    </div>
  );
}
