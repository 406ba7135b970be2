import type { ReactNode } from 'react';
import { TextLink } from '#app/components/links.tsx';
import type { Constraint, Field, FieldGroup, Missing } from './contract.ts';

type SectionProps = { title: string; id?: string; children: ReactNode };

/** A titled part of a reference page. Not a landmark, because there are too many parts. */
export function Section({ title, id, children }: SectionProps) {
  return (
    <div className="grid min-w-0 scroll-mt-8 grid-cols-1 content-start gap-3" id={id}>
      <h2 className="text-lg font-medium">{title}</h2>
      {children}
    </div>
  );
}

/** The method of a call as a label, coloured by its effect. */
export function MethodLabel({ method }: { method: string }) {
  const colour =
    method === 'GET' ? 'text-faint' : method === 'DELETE' ? 'text-bad' : 'text-airmail';
  return (
    <span
      className={`inline-block rounded-sm border border-current px-1.5 font-mono text-[0.6875rem] leading-5 ${colour}`}
    >
      {method}
    </span>
  );
}

/** Text of the document, in which parts between backticks become code. */
export function TextWithCode({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, i) =>
        i % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
          <code className="font-mono text-[0.92em] text-ink wrap-anywhere" key={i}>
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Says what the account needs before a call or form can succeed. */
export const MissingNote = ({ text, link }: Missing) => (
  <p className="rounded-md border border-waiting/50 bg-waiting/5 px-4 py-3 text-sm" role="note">
    {text} {link ? <TextLink to={link.to}>{link.label}</TextLink> : null}
  </p>
);

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
  // Constants and enums already show their values, so an example would add nothing.
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
