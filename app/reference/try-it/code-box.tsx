import { CopyButton } from '#app/components/copy-button.tsx';

/** Plain text with a copy button. It scrolls, so it must be focusable. */
export function CodeBox({ label, text }: { label: string; text: string }) {
  return (
    <div className="relative">
      <section
        aria-label={label}
        className="max-h-96 overflow-auto rounded-md border border-line bg-raised"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
        tabIndex={0}
      >
        <pre className="p-4 pr-14 font-mono text-xs leading-relaxed">
          <code>{text}</code>
        </pre>
      </section>
      <div className="copy-corner">
        <CopyButton label="Code" of={label} text={text} />
      </div>
    </div>
  );
}
