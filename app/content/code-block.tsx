import { CopyButton } from '#app/components/copy-button.tsx';

type CodeBlockProps = { label: string; text: string; html: string };

/** Code with a copy button. Wide lines scroll, so the block must be focusable. */
export function CodeBlock({ label, text, html }: CodeBlockProps) {
  return (
    <div className="relative">
      <section
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-raised"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
        tabIndex={0}
      >
        <pre className="p-4 pr-14 font-mono text-xs leading-relaxed">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the highlighter */}
          <code dangerouslySetInnerHTML={{ __html: html }} />
        </pre>
      </section>
      <div className="copy-corner">
        <CopyButton label="Code" of={label} text={text} />
      </div>
    </div>
  );
}
