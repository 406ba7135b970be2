/** A sample to be copied, as it is pasted. A wide one scrolls, so it can be reached by keyboard. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      className="overflow-x-auto rounded-md border border-line bg-raised"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus
      tabIndex={0}
    >
      <pre className="p-4 font-mono text-xs leading-relaxed">
        <code>{children}</code>
      </pre>
    </section>
  );
}
