import { useNavigate } from '@remix-run/react';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import type { Sample } from '#app/samples/contract.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import type { Block } from './contract.ts';
import { type ErrorRow, ErrorTable } from './error-table.tsx';
import { LayOutBlocks } from './lay-out-blocks.tsx';

type PageBodyProps = {
  blocks: Block[];
  samples: Record<string, Sample>;
  errors: ErrorRow[];
  /** Content that is shown once, above the first sample. */
  aboveSamples?: ReactNode;
};

export function PageBody({ blocks, aboveSamples, ...given }: PageBodyProps) {
  const firstSample = blocks.findIndex(({ kind }) => kind === 'sample');
  return (
    <div className="page-body">
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change order
        <Fragment key={i}>
          {i === firstSample ? aboveSamples : null}
          <BlockView block={block} {...given} />
        </Fragment>
      ))}
      <LayOutBlocks />
    </div>
  );
}

function BlockView({
  block,
  samples,
  errors,
}: Pick<PageBodyProps, 'samples' | 'errors'> & { block: Block }) {
  if (block.kind === 'prose') return <HtmlProse html={block.html} />;
  if (block.kind === 'errors' || block.kind === 'verdicts') return <ErrorTable errors={errors} />;
  if (block.kind === 'code') {
    return (
      <CaptionedCode caption={block.title}>
        <CodeBlock
          html={block.html}
          label={block.title ?? labels[block.language] ?? 'Code'}
          text={block.text}
        />
      </CaptionedCode>
    );
  }
  const sample = samples[block.name];
  return sample ? (
    <CaptionedCode caption={block.title}>
      <SampleTabs sample={sample} title={block.title} />
    </CaptionedCode>
  ) : null;
}

const labels: Record<string, string> = {
  bash: 'Command',
  http: 'HTTP request',
  json: 'JSON',
  javascript: 'JavaScript',
};

type CaptionedCodeProps = { caption: string | null; children: ReactNode };

/** Code with a caption above it. */
function CaptionedCode({ caption, children }: CaptionedCodeProps) {
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-2">
      {caption ? <figcaption className="text-xs text-faint">{caption}</figcaption> : null}
      {children}
    </figure>
  );
}

/** Trusted HTML. Links within the site navigate without a full page load. */
function HtmlProse({ html }: { html: string }) {
  const navigate = useNavigate();

  function onClick(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const isInternal = link?.origin === location.origin && !link.pathname.startsWith('/api/');
    const plainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    // For an anchor, the browser scrolls and applies `:target`.
    if (!link || !isInternal || !plainClick || link.hash) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click too
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are clicked, not the element
    <div
      className="prose"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from this repository's own files
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={onClick}
    />
  );
}
