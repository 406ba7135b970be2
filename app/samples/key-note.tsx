import { Link, useRouteLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { loader } from '#app/routes/_site.tsx';

type KeyNoteProps = {
  keyId: string | null;
  /** Where the page is not below `routes/_site`, which knows. */
  signedIn?: boolean;
};

/** Whose API ID stands in the samples of a page; who has none is told how to get one. */
export function KeyNote({ keyId, ...known }: KeyNoteProps) {
  const visitor = useRouteLoaderData<typeof loader>('routes/_site')?.visitor;
  const signedIn = known.signedIn ?? visitor != null;
  return (
    <p className="text-sm text-faint">
      {keyId ? (
        <>
          Your API ID is filled in. The API key is yours to put in: you find it in the{' '}
          <Link className="link" to={paths.dashboard()}>
            dashboard
          </Link>
          .
        </>
      ) : signedIn ? (
        <>
          You have no active key.{' '}
          <Link className="link" to={paths.dashboard('new-api')}>
            Create one
          </Link>{' '}
          and its API ID is filled in here.
        </>
      ) : (
        <>
          <Link className="link" to={paths.signup}>
            Sign up to get a key
          </Link>
          . When you are signed in, your API ID is filled in.
        </>
      )}
    </p>
  );
}
