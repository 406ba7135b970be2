const steps = [
  ['56', 'font-serif text-3xl leading-none', 'Send a text. Know it arrived.'],
  ['40', 'font-serif text-2xl leading-tight', 'Page headline'],
  ['28', 'font-serif text-xl', 'Headline within a public page'],
  ['20', 'text-lg font-medium', 'Section headline'],
  ['16', 'text-base', 'Text of public pages, in Inter'],
  ['14', 'text-sm', 'Text of the dashboard, fields and buttons'],
  ['13', 'text-xs', 'Notes, hints and labels'],
  ['13', 'font-mono text-xs', 'dk_wesh3ddgbibzzuci4yww · ₹1,999 · 12,34,567'],
] as const;

/** Type sizes in pixels. */
export function Type() {
  return (
    <dl className="grid gap-5">
      {steps.map(([size, classes, text]) => (
        <div className="grid items-baseline gap-1 sm:grid-cols-[4rem_1fr]" key={classes}>
          <dt className="font-mono text-xs text-faint">{size}</dt>
          <dd className={`min-w-0 wrap-anywhere ${classes}`}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
