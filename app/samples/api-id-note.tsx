import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { useVisitor } from '#app/session/use-signed-in-user.ts';

type ApiIdNoteProps = {
  keyId: string | null;
  /**
   * Whether the visitor is signed in. Needed on pages outside `routes/_site`, which have no visitor data.
   */
  signedIn?: boolean;
};

/** Says whose API ID the samples contain, or how to get one. */
export function ApiIdNote({ keyId, ...known }: ApiIdNoteProps) {
  const visitor = useVisitor();
  const signedIn = known.signedIn ?? visitor !== null;
  return (
    <p className="text-sm text-faint">
      {keyId ? (
        <>
          Your API ID is filled in. Replace the API key placeholder with your own key from the{' '}
          <TextLink to={paths.dashboard()}>dashboard</TextLink>.
        </>
      ) : signedIn ? (
        <>
          You have no active key. <TextLink to={paths.dashboard('new-api')}>Create one</TextLink>{' '}
          and its API ID is filled in here.
        </>
      ) : (
        <>
          <TextLink to={paths.signup}>Sign up to get a key</TextLink>. When you are signed in, your
          API ID is filled in.
        </>
      )}
    </p>
  );
}
