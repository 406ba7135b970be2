import type { ReactNode } from 'react';

type SectionProps = { title: string; id?: string; children: ReactNode };

/** A titled part of a reference page. Not a landmark, as there are too many. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <div className="grid min-w-0 scroll-mt-8 grid-cols-1 content-start gap-3" id={id}>
      <h2 className="text-lg font-medium">{title}</h2>
      {children}
    </div>
  );
}
