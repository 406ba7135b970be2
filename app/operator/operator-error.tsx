import { isRouteErrorResponse, Link, useRouteError } from '@remix-run/react';
import { describeError, ErrorPage, isOurs, NarrowPage } from '#app/components/pages.tsx';
import { paths } from '#app/paths.ts';
import { useFailedRequestId } from '#app/request-context.ts';

/** Why an operator may not open a page. */
export type OperatorProblem = {
  problem: 'second_factor_missing' | 'second_factor_not_proved' | 'permission_missing';
};

const texts = {
  second_factor_missing: {
    title: 'Set up a second factor',
    text: 'The operator’s console opens only for operators with a second factor. Set one up in your settings, then come back.',
  },
  second_factor_not_proved: {
    title: 'Sign in with your second factor',
    text: 'This session began without your second factor. Sign out, then sign in with it.',
  },
  permission_missing: {
    title: 'Your role does not include this page',
    text: 'Ask an owner of this installation if you need this page. Roles are granted with npm run operator.',
  },
} as const;

function readProblem(error: unknown): OperatorProblem['problem'] | null {
  if (!isRouteErrorResponse(error)) return null;
  const { problem } = (error.data ?? {}) as Partial<OperatorProblem>;
  return problem !== undefined && problem in texts ? problem : null;
}

/** Shown instead of the console: for an operator without a second factor, and for all failures of the frame. */
export function ConsoleError() {
  const error = useRouteError();
  const problem = readProblem(error);
  if (problem === null) return <ErrorPage error={error} />;
  const { title, text } = texts[problem];
  return (
    <main className="grid min-h-dvh content-center px-6 py-12">
      <NarrowPage lead={text} title={title}>
        <Link className="button-primary justify-self-start" to={paths.dashboard('settings')}>
          Open settings
        </Link>
      </NarrowPage>
    </main>
  );
}

/** Shown instead of a failed page, inside the frame. Each page's route exports this as its `ErrorBoundary`. */
export function OperatorPageError() {
  const error = useRouteError();
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  const problem = readProblem(error);
  const { title, text } = problem ? texts[problem] : describeError(error, requestId);
  return (
    <section className="card grid gap-2 p-6" role="alert">
      <h2 className="font-medium">{title}</h2>
      <p className="text-sm text-faint">{text}</p>
      {requestId ? (
        <p className="text-xs text-faint">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}
