import type { Constraint, Field, FieldGroup } from './contract.ts';
import { TextWithCode } from './elements.tsx';

/** Nested objects are expanded down to this depth. */
const openDepth = 1;

type Depth = {
  depth?: number;
  /** Whether the fields belong to a response. */
  isResponse?: boolean;
};

type FieldGroupsProps = Depth & { groups: FieldGroup[] };

/** The fields of an object, or of each of its variants under a title. */
export function FieldGroups({ groups, ...how }: FieldGroupsProps) {
  return (
    <div className="grid gap-5">
      {groups.map(({ title, fields }) => (
        <div className="grid gap-2" key={title}>
          {title ? (
            <p className="text-xs text-faint">
              {groups.length > 1 ? 'Variant: ' : null}
              <span className="text-ink">{title}</span>
            </p>
          ) : null}
          <FieldList {...how} fields={fields} />
        </div>
      ))}
    </div>
  );
}

/** A list of fields with their details. */
export function FieldList({ fields, depth = 0, isResponse = false }: Depth & { fields: Field[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {fields.map((field) => (
        <li className="grid gap-1 py-3" key={field.name}>
          <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
            <code className="font-mono font-medium wrap-anywhere">{field.name}</code>
            <span className="text-xs text-faint">{field.type}</span>
            {field.required === isResponse ? null : (
              <span className="text-xs">{isResponse ? 'may be missing' : 'required'}</span>
            )}
          </p>
          {field.description ? (
            <p className="text-sm text-faint">
              <TextWithCode text={field.description} />
            </p>
          ) : null}
          <FieldRules constraints={field.constraints} example={isResponse ? null : field.example} />
          {field.groups.length > 0 ? (
            <details className="mt-1" open={depth < openDepth}>
              <summary className="w-fit cursor-pointer py-0.5 text-xs text-faint hover:text-ink">
                Fields of <span className="font-mono">{field.name}</span>
              </summary>
              <div className="mt-2 border-l border-line pl-4">
                <FieldGroups isResponse={isResponse} depth={depth + 1} groups={field.groups} />
              </div>
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type FieldRulesProps = { constraints: Constraint[]; example: string | null };

function FieldRules({ constraints, example }: FieldRulesProps) {
  // Constants and enums already state their values.
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
