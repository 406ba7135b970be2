import type { SlotType } from '#domain/messaging/dlt/registry/slots.browser.ts';
import { markText, type TextRun } from './mark-text.ts';

type MarkedTextProps = {
  text: string;
  values: readonly { from: number; to: number; type: SlotType }[];
  /** Where a finding is, in code points. */
  position: number | undefined;
};

/** A message with the values of its slots, and the character where a finding is. */
export function MarkedText({ text, values, position }: MarkedTextProps) {
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

/** A mark needs something to be on. */
function visible(character: string): string {
  if (character === '' || character === '\n' || character === '\r') return `↵${character}`;
  return /[\s\p{C}\p{Z}]/u.test(character) ? '␣' : character;
}
