const colours = [
  ['paper', 'bg-paper', 'The page'],
  ['raised', 'bg-raised', 'Surfaces on it: cards, fields, code'],
  ['ink', 'bg-ink', 'Text'],
  ['faint', 'bg-faint', 'Secondary text'],
  ['line', 'bg-line', 'Dividers'],
  ['control', 'bg-control', 'Borders of interactive controls'],
  ['coral', 'bg-coral', 'The one primary action, and nothing else large'],
  ['airmail', 'bg-airmail', 'Links and information'],
  ['good', 'bg-good', 'State: it worked'],
  ['bad', 'bg-bad', 'State: it did not'],
] as const;

/** Every colour by name. The light and dark values are in app/styles/tokens.css. */
export function Colours() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {colours.map(([name, swatch, use]) => (
        <li className="grid content-start gap-2" key={name}>
          <span aria-hidden="true" className={`h-14 rounded-md border border-line ${swatch}`} />
          <p>
            <code className="font-mono text-xs">{name}</code>
            <span className="block text-xs text-faint">{use}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
