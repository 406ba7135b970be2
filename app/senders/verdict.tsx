import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { CheckedMessage } from './contract.ts';
import { FindingCard } from './finding-card.tsx';
import { MarkedText } from './marked-text.tsx';

/** What a check says of a message, in a line. */
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

/** The message with its marks, each finding, and what was found. */
export function VerdictDetails({ checked }: { checked: CheckedMessage }) {
  const { text, error, warnings, values } = checked;
  const position = error?.position ?? warnings.find((one) => one.position !== undefined)?.position;
  // Two links may have the same to be said of them.
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
    const until = 'You have no approved header yet. Until then Dakiya sends with its own.';
    return error ? `This message would be refused under your own registration. ${until}` : until;
  }
  if (isSentAnyway) {
    return `Operators would block this message. Your account’s mode is ${mode}, so Dakiya sends it anyway.`;
  }
  if (error) return 'Dakiya refuses this message and charges nothing.';
  if (warnings.length > 0) return 'This message is accepted, with a warning.';
  return 'This message agrees with what you have registered.';
}

/** Under which entity, header and template the message goes, as far as that is known. */
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
          <Link className="link" to={paths.template(template.templateId)}>
            <bdi>{template.name}</bdi>
          </Link>
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
