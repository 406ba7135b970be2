import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { DelayedRedirect } from './delayed-redirect.tsx';

type SuccessThenLoginProps = {
  message: string;
  /** Whether the page stays longer, because reading the message takes more than two seconds. */
  stays?: boolean;
};

/** A success message that leads to the login page. */
export function SuccessThenLogin({ message, stays = false }: SuccessThenLoginProps) {
  return (
    <div className="grid gap-4">
      <p className="rounded-md border border-good/40 bg-good/5 px-3 py-2 text-sm" role="status">
        {message}
      </p>
      <p className="text-sm">
        <TextLink to={paths.login}>Go to login</TextLink>
      </p>
      {stays ? null : <DelayedRedirect to={paths.login} />}
    </div>
  );
}
