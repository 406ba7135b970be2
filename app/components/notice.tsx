import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Postmark } from './postmark.tsx';

type FullPageNoticeProps = {
  title: string;
  text: string;
  link: { to: string; label: string };
  children?: ReactNode;
};

/** A whole page with one message, under a postmark with today's date. */
export function FullPageNotice({ title, text, link, children }: FullPageNoticeProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-4 px-6 text-center">
      <Postmark />
      <h1 className="font-serif text-2xl">{title}</h1>
      <p className="text-balance text-faint">{text}</p>
      <Link className="text-airmail underline underline-offset-4" to={link.to}>
        {link.label}
      </Link>
      {children}
    </main>
  );
}
