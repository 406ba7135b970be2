import { Link } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import type { Finding, FindingCode } from '#domain/dlt/check/verdicts.ts';
import type { SlotType } from '#domain/dlt/registry/slots.browser.ts';
import { nameCharacter } from '#domain/shared/characters.browser.ts';
import type { CheckedMessage } from './answer-check.server.ts';
import { nearKindLabels } from './labels.ts';

/** The result of a check, in a line. */
export function VerdictLine({ checked }: { checked: CheckedMessage }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className={`stamp ${checked.error ? 'text-bad' : 'text-good'}`}>
        {checked.error ? 'refused' : 'ok'}
      </span>
      {summarize(checked)}
    </p>
  );
}

/** The text with marked places, the findings, and the message's entity, header and template. */
export function VerdictDetails({ checked }: { checked: CheckedMessage }) {
  const { text, error, warnings, values } = checked;
  const position = error?.position ?? warnings.find((one) => one.position !== undefined)?.position;
  // Two links may have the same finding, which is then shown only once.
  const unique = new Map(warnings.map((finding) => [JSON.stringify(finding), finding]));
  return (
    <>
      <MarkedText position={position} text={text} values={values} />
      {error || warnings.length > 0 ? (
        <ul className="grid gap-4">
          {error ? <FindingCard finding={error} isError text={text} /> : null}
          {[...unique].map(([key, finding]) => (
            <FindingCard finding={finding} isError={false} key={key} text={text} />
          ))}
        </ul>
      ) : null}
      <Identities checked={checked} />
    </>
  );
}

function summarize({ error, warnings, mode, hasOwnHeader, isSentAnyway }: CheckedMessage): string {
  if (!hasOwnHeader) {
    const until =
      'You have no approved header yet, so Dakiya sends your messages with its own header.';
    return error ? `This message would be refused under your own registration. ${until}` : until;
  }
  if (isSentAnyway) {
    return `Operators would block this message. Your account’s mode is ${mode}, so Dakiya sends it anyway.`;
  }
  if (error) return 'Dakiya refuses this message and charges nothing.';
  if (warnings.length > 0) return 'This message is accepted, with a warning.';
  return 'This message agrees with what you have registered.';
}

/** The entity, header and template of the message, if they are known. */
function Identities({
  checked: { template, sender, entityId, values },
}: {
  checked: CheckedMessage;
}) {
  const rows = [
    ['Header', sender],
    ['Entity', entityId],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm">
      <dt className="text-faint">Template</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {template ? (
          <TextLink to={paths.template(template.templateId)}>
            <bdi>{template.name}</bdi>
          </TextLink>
        ) : (
          'None fits'
        )}
      </dd>
      {rows.map(([label, value]) =>
        value === null ? null : (
          <div className="contents" key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 font-mono text-xs leading-5 [overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ),
      )}
      {values.length > 0 ? (
        <>
          <dt className="text-faint">Values</dt>
          <dd>
            <ol className="grid gap-0.5">
              {values.map(({ from, to, type }, at) => (
                <li key={from}>
                  Slot {at + 1}, {type}: characters {from + 1} to {to}
                </li>
              ))}
            </ol>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

type MarkedTextProps = {
  text: string;
  values: readonly { from: number; to: number; type: SlotType }[];
  /** The position of a finding, in code points. */
  position: number | undefined;
};

/** A message in which the values of its slots and the character at the position of a finding are marked. */
function MarkedText({ text, values, position }: MarkedTextProps) {
  return (
    <p className="rounded-md border border-line bg-paper p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi>
        {markText(text, { values, position }).map((run, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity besides their place
          <Run key={at} run={run} type={values[(run.slot ?? 0) - 1]?.type} />
        ))}
      </bdi>
    </p>
  );
}

function Run({ run: { text, slot, isFound }, type }: { run: TextRun; type: SlotType | undefined }) {
  if (isFound) {
    return (
      <mark className="mark-found">
        <span className="sr-only">{text === '' ? 'The text ends here' : 'Here: '}</span>
        {visible(text)}
      </mark>
    );
  }
  if (slot === undefined) return <>{text}</>;
  return (
    <mark className="mark-slot" title={`Slot ${slot}, ${type}`}>
      <span className="sr-only">{`Slot ${slot}: `}</span>
      {text}
    </mark>
  );
}

/** Replaces an invisible character, so that its mark can be seen. */
function visible(character: string): string {
  if (character === '' || character === '\n' || character === '\r') return `↵${character}`;
  return /[\s\p{C}\p{Z}]/u.test(character) ? '␣' : character;
}

/** A piece of text and how it is shown. */
type TextRun = {
  text: string;
  /** The number of the slot with this value, counted from 1. */
  slot?: number;
  /** Whether this text is the character at the position of a finding. */
  isFound?: true;
};

type Marks = {
  /** The positions of the slots' values, in code points. */
  values: readonly { from: number; to: number }[];
  /** The position of a finding, in code points. At the end of the text, it is the length of the text. */
  position: number | undefined;
};

/** Divides a text at its values and at the position of a finding. Positions count code points, as `checkDlt` does. */
export function markText(text: string, { values, position }: Marks): TextRun[] {
  const runs: TextRun[] = [];
  let before: string | undefined;
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    const inside = values.findIndex(({ from, to }) => at >= from && at < to);
    const marks = {
      ...(inside >= 0 && { slot: inside + 1 }),
      ...(at === position && { isFound: true as const }),
    };
    const kind = JSON.stringify(marks);
    const last = runs.at(-1);
    if (last && kind === before) last.text += character;
    else runs.push({ text: character, ...marks });
    before = kind;
  }
  if (position !== undefined && position >= characters.length) {
    runs.push({ text: '', isFound: true });
  }
  return runs;
}

type FindingCardProps = {
  finding: Finding;
  /** The message that the finding is about. */
  text: string;
  isError: boolean;
};

/** A finding of a check: the problem, its position, the remedy, and the code with a link to the documentation. */
function FindingCard({ finding, text, isError }: FindingCardProps) {
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

/** A sentence in which backticks mark field names. */
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

/** The position in the message, and the template's text at this position. */
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
            ? 'See the end of the message.'
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

/** The templates that match, or that are nearest. */
function Candidates({ finding: { code, candidates = [] } }: { finding: Finding }) {
  if (candidates.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>
        {code === 'dlt_template_ambiguous'
          ? 'The text fits these templates:'
          : 'The nearest templates:'}
      </span>
      {candidates.map((id) => (
        <Link className="link font-mono text-xs leading-5" key={id} to={paths.template(id)}>
          {id}
        </Link>
      ))}
    </p>
  );
}

/** The next step, for findings whose sentence only describes the problem. */
const whatToDo: Partial<Record<FindingCode, string>> = {
  dlt_id_malformed: 'Copy the id from your DLT portal.',
  dlt_entity_inactive: 'If you disabled the entity here, enable it under Senders.',
  dlt_entity_unknown: 'Add the entity under Senders, or send the id of a registered entity.',
  sender_not_registered:
    'Add the header under Senders; the operator of this installation approves it.',
  dlt_header_not_found: 'Send the header exactly as it is registered.',
  dlt_header_not_approved:
    'Wait for the operator of this installation to approve the header, or use another header.',
  dlt_header_inactive: 'If you disabled the header here, enable it under Senders.',
  dlt_header_suspended: 'When the header is active on the portal, enable it under Senders.',
  dlt_header_wrong_entity: 'Use a header of the message’s entity.',
  dlt_header_idle: 'Send a message from this header soon, so that operators do not suspend it.',
  dlt_template_unknown: 'Add the template, or send the id of a registered template.',
  dlt_template_inactive:
    'Activate the template on the portal, then enable it under Templates. Or use another template.',
  dlt_template_header_not_bound:
    'Use a header that the template is bound to. Or bind the template to this header on the portal, then change the template under Templates.',
  dlt_template_multi_header: 'Register a template for each header.',
  dlt_category_mismatch: 'Use a header of the template’s category.',
  dlt_char_forbidden: 'Remove it.',
  dlt_template_not_matched:
    'Write the text as in the template, or register a template with this text.',
  dlt_var_empty: 'Send a value for the slot.',
  dlt_var_too_long: 'Shorten the value, or register a template with more slots.',
  dlt_var_wrong_type:
    'Change the value, or register a template in which this slot has another type.',
  dlt_cta_not_whitelisted:
    'Register the link, number or address on your DLT portal, then add it under Links exactly as on the portal.',
  dlt_var_edge_punctuation: 'Put the space or punctuation into the template’s fixed text.',
  dlt_template_encoding_mismatch: 'Register the template again as UNICODE.',
  dlt_chain_missing: 'Register the chain on the portal, then add it under Links.',
  dlt_chain_not_approved:
    'Ask the telemarketers to accept the chain on the portal, then mark the chain as approved under Links.',
  dlt_chain_too_long: 'Register a shorter chain on the portal.',
  dlt_promo_window:
    'Send the message during the permitted hours, or send it with `when_closed` set to `defer`. The message then waits until these hours begin.',
};
