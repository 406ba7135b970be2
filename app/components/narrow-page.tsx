import type { ReactNode } from 'react';

type NarrowPageProps = { title: string; lead?: ReactNode; children: ReactNode };

/** A narrow column with a headline and a single task. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-sm gap-6">
      <header className="grid gap-2">
        <h1 className="font-serif text-2xl leading-none">{title}</h1>
        {lead ? <p className="text-sm text-faint">{lead}</p> : null}
      </header>
      {children}
    </div>
  );
}
