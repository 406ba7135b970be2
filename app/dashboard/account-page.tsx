import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';

type AccountPageProps = {
  title: string;
  /** The purpose of the page, in a sentence or two. */
  text: string;
  children: ReactNode;
};

/** A page below the “Account” screen: a link back, a heading, and actions. */
export function AccountPage({ title, text, children }: AccountPageProps) {
  return (
    <div className="grid max-w-2xl gap-5">
      <Link className="link justify-self-start text-sm" to={paths.dashboard('account')}>
        Back to Account
      </Link>
      <div className="grid gap-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-faint">{text}</p>
      </div>
      {children}
    </div>
  );
}
