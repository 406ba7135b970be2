import type { ReactNode } from 'react';

type SectionPageProps = {
  /** Tabs of the screen's sections, or a link back. */
  navigation: ReactNode;
  title: string;
  /** What stands beside the title. */
  mark?: ReactNode;
  /** What one does here, in a sentence or two. */
  text?: string;
  /** Links to what can be done. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of a screen that has several: links to the others, a heading, and what can be done. */
export function SectionPage({
  navigation,
  title,
  mark,
  text,
  actions,
  children,
}: SectionPageProps) {
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      {navigation}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{title}</bdi>
            {mark}
          </h2>
          {text ? <p className="max-w-2xl text-sm text-faint">{text}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
