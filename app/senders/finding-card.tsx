import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { Finding } from '#domain/messaging/dlt/check/verdicts.ts';
import { nameCharacter } from '#domain/shared/characters.browser.ts';
import { nearKindLabels } from './labels.ts';
import { whatToDo } from './what-to-do.ts';

type FindingCardProps = {
  finding: Finding;
  /** The message that it is about. */
  text: string;
  isError: boolean;
};

/** One thing that a check found: what is the case, where, what to do, and its code with the documentation. */
export function FindingCard({ finding, text, isError }: FindingCardProps) {
  const { code, detail } = finding;
  const next = whatToDo[code];
  return (
    <li
      className={`grid gap-1.5 border-l-2 py-1 pl-3 text-sm ${isError ? 'border-bad' : 'border-waiting'}`}
    >
      <p className="[overflow-wrap:anywhere]">
        <span className={`font-medium ${isError ? 'text-bad' : 'text-waiting'}`}>
          {isError ? 'Error' : 'Warning'}:
        </span>{' '}
        <WithCode text={detail} />
      </p>
      <Place finding={finding} text={text} />
      {next ? (
        <p>
          <WithCode text={next} />
        </p>
      ) : null}
      <Candidates finding={finding} />
      <p className="text-xs">
        <a className="link font-mono" href={paths.verdict(code)}>
          {code}
        </a>
      </p>
    </li>
  );
}

/** A sentence in which names of fields stand between backticks. */
function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code className="font-mono text-xs" key={part}>
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Where in the message it is, and what the template has there. */
function Place({ finding, text }: Pick<FindingCardProps, 'finding' | 'text'>) {
  const { position, expected, kind, slot, didYouMean } = finding;
  const character = position === undefined ? undefined : [...text][position];
  return (
    <>
      {kind && kind in nearKindLabels ? (
        <p>The difference is in {nearKindLabels[kind as keyof typeof nearKindLabels]}.</p>
      ) : null}
      {slot ? (
        <p>
          Slot {slot.number} is {slot.type}
          {slot.max === undefined ? '' : `, of at most ${slot.max} characters`}.
        </p>
      ) : null}
      {position === undefined ? null : (
        <p>
          {character === undefined
            ? 'The message ends there.'
            : `See character ${position + 1}, ${nameCharacter(character)}.`}
          {expected ? (
            <>
              {' '}
              The template has{' '}
              <code className="rounded bg-paper px-1 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
                <bdi>{expected.replaceAll('\n', '↵')}</bdi>
              </code>{' '}
              there.
            </>
          ) : null}
        </p>
      )}
      {didYouMean ? (
        <p>
          Did you mean <code className="font-mono">{didYouMean}</code>?
        </p>
      ) : null}
    </>
  );
}

/** The templates that fit, or come nearest. */
function Candidates({ finding: { code, candidates = [] } }: { finding: Finding }) {
  if (candidates.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>{code === 'dlt_template_ambiguous' ? 'It fits these:' : 'The nearest:'}</span>
      {candidates.map((id) => (
        <Link className="link font-mono text-xs leading-5" key={id} to={paths.template(id)}>
          {id}
        </Link>
      ))}
    </p>
  );
}
