import { useNavigate } from '@remix-run/react';
import { Fragment, type MouseEvent, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { useNonce } from '#app/request-context.ts';
import type { Sample } from '#app/samples/contract.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import { PageHeader } from '#app/site/page-header.tsx';
import type { Block, Page } from './docs.ts';
import type { LegalText } from './read-legal.server.ts';

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

/** Links to the headings of a page; shown beside the text on wide screens. */
export function OnThisPage({ headings }: Pick<Page, 'headings'>) {
  return (
    <nav
      aria-labelledby="on-this-page"
      className="sticky top-8 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto text-xs xl:block"
    >
      <p className="pb-2 font-medium" id="on-this-page">
        On this page
      </p>
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a className="block py-1 leading-snug text-faint hover:text-ink" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `status` is null for a code without an HTTP status. */
export type ErrorRow = { code: string; message: string; status: number | null };

/** A catalogue of codes. Each code is an anchor for the `docUrl` of errors. */
function ErrorTable({ errors }: { errors: ErrorRow[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {errors.map(({ code, message, status }) => (
        <div
          className="marked grid scroll-mt-8 gap-x-4 gap-y-1 py-3 sm:grid-cols-[min(15rem,45%)_minmax(0,1fr)]"
          id={code}
          key={code}
        >
          <dt className="font-mono text-xs leading-5 [overflow-wrap:anywhere]">
            {status === null ? null : <span className="mr-3 text-faint">{status}</span>}
            <a className="anchor font-medium" href={`#${code}`}>
              {code}
            </a>
          </dt>
          <dd className="text-faint [overflow-wrap:anywhere]">{message}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A layout effect in the browser. On the server no effects run, and React warns about layout effects. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The attribute of the root element that makes browsers lay out the whole page. */
const isWhole = 'data-whole';

/**
 * On a new page, browsers at first lay out only the blocks near the window (prose.css). This script adds the other
 * blocks, one per task, so that the page responds meanwhile. After a reload or a return to the page, all blocks are
 * laid out at once, because the browser restores the scroll position.
 */
const script = `(() => {
  const layOutAll = () => document.documentElement.setAttribute('${isWhole}', '');
  const [navigation] = performance.getEntriesByType('navigation');
  if (['reload', 'back_forward'].includes(navigation?.type)) return layOutAll();
  addEventListener('load', () => {
    const blocks = document.querySelectorAll('.page-body > *');
    let count = 0;
    const timer = setInterval(() => {
      if (count < blocks.length) blocks[count++].style.contentVisibility = 'visible';
      else {
        clearInterval(timer);
        layOutAll();
      }
    });
  });
})()`;

/** The script of a page with blocks. It runs without the page's modules, which load only when they are needed. */
function LayOutBlocks() {
  const nonce = useNonce();
  // The script does not run on pages that React renders in the browser. The router restores their scroll positions
  // after this effect.
  useBrowserLayoutEffect(() => document.documentElement.setAttribute(isWhole, ''), []);
  return (
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: script }}
      nonce={nonce}
      // Browsers hide a nonce from scripts, so hydration would report a difference.
      suppressHydrationWarning
    />
  );
}

type LegalPageProps = {
  text: LegalText;
  /** Headings in `children`, for the table of contents. */
  also?: LegalText['page']['headings'];
  children?: ReactNode;
};

/** A legal text with its title, date and table of contents. */
export function LegalPage({ text: { page, date }, also = [], children }: LegalPageProps) {
  return (
    <div className="grid gap-10">
      <div className="grid gap-3">
        <PageHeader title={page.title} />
        <p className="text-sm text-faint">Last updated: {date}</p>
      </div>
      <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_14rem]">
        <article className="grid min-w-0 content-start gap-12">
          <PageBody blocks={page.blocks} errors={[]} samples={{}} />
          {children}
        </article>
        <OnThisPage headings={[...page.headings, ...also]} />
      </div>
    </div>
  );
}
