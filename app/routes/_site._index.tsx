import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Code } from '#app/components/code.tsx';
import { sendMessageSample } from '#app/components/samples.ts';
import { paths } from '#app/paths.ts';
import { getSignedIn } from '#app/session/session.server.ts';
import { env } from '#platform/env.ts';

export const meta: MetaFunction = () => [
  { title: 'Dakiya: SMS and one-time passwords for developers in India' },
  {
    name: 'description',
    content: 'Send an SMS or a one-time password with one call, and know what became of it.',
  },
];

export async function loader({ request }: LoaderFunctionArgs) {
  return { publicUrl: env.PUBLIC_URL, signedIn: (await getSignedIn(request)) !== null };
}

const promises = [
  ['Accepted means stored', 'A 202 is given once the message is committed, not before.'],
  ['Exact quotas', 'Never one message more than the plan allows, under any concurrency.'],
  ['Truthful receipts', 'Delivered, undelivered, or unknown: the timeline shows each attempt.'],
] as const;

export default function Home() {
  const { publicUrl, signedIn } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <div className="grid gap-6">
        <h1 className="max-w-2xl font-serif text-2xl leading-tight sm:text-3xl">
          Send a text. Know it arrived.
        </h1>
        <p className="max-w-xl text-faint">
          Dakiya is a self-hosted SMS and one-time password API for developers in India.
        </p>
        <Code label="Sending a message with curl">{sendMessageSample(publicUrl)}</Code>
        <p className="flex flex-wrap gap-3">
          <Link className="button-primary" to={signedIn ? paths.dashboard() : paths.register}>
            Get Started Free
          </Link>
          <Link className="button-quiet" to={paths.docs}>
            View Documentation
          </Link>
        </p>
      </div>
      <ul className="grid gap-8 border-t border-line pt-10 sm:grid-cols-3">
        {promises.map(([title, text]) => (
          <li key={title}>
            <h2 className="font-medium">{title}</h2>
            <p className="mt-1 text-sm text-faint">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
