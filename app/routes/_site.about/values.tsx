const values = [
  [
    'Say what is true',
    'We report only what we know. If a carrier never responds, the status is unknown.',
  ],
  ['Lose nothing', 'A message is accepted only once it is stored.'],
  ['Keep little', 'We collect only what we need, and erase codes when they are used.'],
  ['Stay small', 'A small codebase that one person can read.'],
] as const;

export function Values() {
  return (
    <section aria-labelledby="values" className="grid gap-6 border-t border-line pt-10">
      <h2 className="text-lg leading-snug font-medium" id="values">
        Values
      </h2>
      <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {values.map(([name, meaning]) => (
          <li className="grid content-start gap-1" key={name}>
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm text-faint">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
