import type { Constraint } from './contract.ts';

type FieldRulesProps = { constraints: Constraint[]; example: string | null };

/** The constraints and example of a field. */
export function FieldRules({ constraints, example }: FieldRulesProps) {
  // Constants and enums already name a value.
  const hasValues = constraints.some(({ words }) => words === 'Always' || words === 'One of');
  const rules =
    example === null || hasValues ? constraints : [...constraints, exampleRule(example)];
  if (rules.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint">
      {rules.map(({ words, values }) => (
        <li key={words}>
          {words}
          {values.map((value, i) => (
            <span key={value}>
              {i > 0 ? ', ' : ' '}
              <code className="font-mono text-ink wrap-anywhere">{value}</code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

const exampleRule = (example: string): Constraint => ({ words: 'Example', values: [example] });
