import type { ReactNode } from 'react';

type EmptyPageProps = { title: string; children: ReactNode };

/** Shown on a page without content yet, with alternatives. */
export function EmptyPage({ title, children }: EmptyPageProps) {
  return (
    <section
      aria-labelledby="nothing-yet"
      className="grid max-w-3xl gap-4 rounded-lg border border-dashed border-control px-6 py-10 sm:px-10"
    >
      <h2 className="text-lg leading-snug font-medium" id="nothing-yet">
        {title}
      </h2>
      {children}
    </section>
  );
}
