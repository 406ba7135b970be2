import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
};

/** The header of a public page: title, lead and actions. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  return (
    <header className="grid max-w-3xl gap-4">
      <h1 className="font-serif text-2xl leading-tight text-balance sm:text-3xl sm:leading-none">
        {title}
      </h1>
      {lead ? <p className="max-w-2xl text-base text-balance text-faint">{lead}</p> : null}
      {children ? <div className="flex flex-wrap gap-3 pt-2">{children}</div> : null}
    </header>
  );
}
