import type { ReactNode } from 'react';

type CaptionedCodeProps = { caption: string | null; children: ReactNode };

/** Code with a caption above it. */
export function CaptionedCode({ caption, children }: CaptionedCodeProps) {
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-2">
      {caption ? <figcaption className="text-xs text-faint">{caption}</figcaption> : null}
      {children}
    </figure>
  );
}
