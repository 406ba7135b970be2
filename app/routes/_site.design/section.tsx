import type { ReactNode } from 'react';

/** A titled part of the page. */
export function DesignSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-6 border-t border-line pt-6">
      <h2 className="text-lg font-medium">{title}</h2>
      {children}
    </section>
  );
}
