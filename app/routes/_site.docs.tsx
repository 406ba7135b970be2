import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { errorStatus } from '#app/api/error-status.ts';
import { Code } from '#app/components/code.tsx';
import {
  getMessageSample,
  sendMessageSample,
  sendOtpSample,
  verifyOtpSample,
} from '#app/components/samples.ts';
import { paths } from '#app/paths.ts';
import { type ErrorCode, errorCatalogue } from '#domain/shared/errors.ts';
import { env } from '#platform/env.ts';

export const meta: MetaFunction = () => [
  { title: 'Documentation · Dakiya' },
  { name: 'description', content: 'The first calls, and every error that the API answers.' },
];

export function loader() {
  const errors = Object.entries(errorCatalogue).map(([code, message]) => ({
    code,
    message,
    status: errorStatus[code as ErrorCode],
  }));
  errors.sort((a, b) => a.status - b.status);
  return { publicUrl: env.PUBLIC_URL, errors };
}

export default function Docs() {
  const { publicUrl, errors } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-12">
      <header className="grid gap-3">
        <h1 className="font-serif text-2xl">Documentation</h1>
        <p className="max-w-xl text-faint">
          Four calls do most of it. The{' '}
          <a className="text-airmail underline" href={paths.openapi}>
            OpenAPI document
          </a>{' '}
          describes them all.
        </p>
      </header>
      <Section title="Send a message" sample={sendMessageSample(publicUrl)}>
        The answer’s <code className="font-mono text-sm">data._id</code> names the message.
      </Section>
      <Section title="Follow it" sample={getMessageSample(publicUrl)}>
        Its status goes from queued to sent to delivered; the timeline shows each attempt.
      </Section>
      <Section title="Send a one-time password" sample={sendOtpSample(publicUrl)}>
        The code is valid for five minutes. Asked again, the same code is sent again.
      </Section>
      <Section title="Verify it" sample={verifyOtpSample(publicUrl)}>
        Five tries, one success.
      </Section>
      <section className="grid gap-4">
        <h2 className="text-lg font-medium">Errors</h2>
        <dl className="divide-y divide-line border-y border-line">
          {errors.map(({ code, message, status }) => (
            <div className="grid gap-1 py-3 sm:grid-cols-[20rem_1fr]" id={code} key={code}>
              <dt className="font-mono text-sm">
                <span className="text-faint">{status}</span> {code}
              </dt>
              <dd className="text-sm text-faint">{message}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

type SectionProps = { title: string; sample: string; children: ReactNode };

function Section({ title, sample, children }: SectionProps) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-medium">{title}</h2>
      <p className="text-sm text-faint">{children}</p>
      <Code label={title}>{sample}</Code>
    </section>
  );
}
