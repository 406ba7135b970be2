import type { ReactNode } from 'react';

type SectionProps = { title: string; id?: string; children: ReactNode };

/** A titled part of a reference page. Not a landmark, because there are too many parts. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <div className="grid min-w-0 scroll-mt-8 grid-cols-1 content-start gap-3" id={id}>
      <h2 className="text-lg font-medium">{title}</h2>
      {children}
    </div>
  );
}

/** The method of a call as a label, coloured by its effect. */
export function MethodLabel({ method }: { method: string }) {
  const colour =
    method === 'GET' ? 'text-faint' : method === 'DELETE' ? 'text-bad' : 'text-airmail';
  return (
    <span
      className={`inline-block rounded-sm border border-current px-1.5 font-mono text-[0.6875rem] leading-5 ${colour}`}
    >
      {method}
    </span>
  );
}

/** Text of the document, in which parts between backticks become code. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, i) =>
        i % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
          <code className="font-mono text-[0.92em] text-ink wrap-anywhere" key={i}>
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}
