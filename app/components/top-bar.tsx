import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { Initials } from './initials.tsx';

/** The public pages' top bar. @param name of who is signed in, or null */
export function TopBar({ name }: { name: string | null }) {
  return (
    <header className="border-b border-line">
      <nav
        aria-label="Main"
        className="mx-auto flex h-16 max-w-5xl items-center gap-5 px-6 text-sm sm:gap-6"
      >
        <Link className="font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
        <Link className="ml-auto hover:underline" to={paths.docs}>
          Documentation
        </Link>
        {name === null ? (
          <Link className="button-quiet" to={paths.login}>
            Login
          </Link>
        ) : (
          <Link className="button-quiet -my-1 pr-1" to={paths.dashboard()}>
            Dashboard
            <Initials name={name} />
          </Link>
        )}
      </nav>
    </header>
  );
}
