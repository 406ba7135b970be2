const colours = [
  ['paper', 'bg-paper', 'The page'],
  ['raised', 'bg-raised', 'What lies on it: cards, fields, code'],
  ['ink', 'bg-ink', 'Text'],
  ['faint', 'bg-faint', 'Text of less weight'],
  ['line', 'bg-line', 'Lines between things'],
  ['control', 'bg-control', 'The edge of what can be clicked or typed into'],
  ['coral', 'bg-coral', 'The one primary action, and nothing else large'],
  ['airmail', 'bg-airmail', 'Links and information'],
  ['good', 'bg-good', 'State: it worked'],
  ['bad', 'bg-bad', 'State: it did not'],
] as const;

/** Every colour by name. Each has a light and a dark value in app/styles/app.css. */
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
