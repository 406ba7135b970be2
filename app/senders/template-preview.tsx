import { Fragment } from 'react';
import {
  findTemplateRisks,
  parseNewTemplate,
  type TemplateParts,
} from '#domain/dlt/registry/parse-template.browser.ts';
import { parseSlotList } from './forms.ts';
import { describeLimit, type LongestValues } from './labels.ts';

type TemplatePreviewProps = {
  body: string;
  /** The types that the user has typed for the template's slots. */
  typedSlots: string;
  longest: LongestValues;
};

/** The slots of a body, and the parts that portals may reject, updated while the user types. */
export function TemplatePreview({ body, typedSlots, longest }: TemplatePreviewProps) {
  if (body === '') {
    return <p className="text-sm text-faint">The slots are shown here as you type.</p>;
  }
  const slots = parseSlotList(typedSlots);
  const parts = 'problem' in slots ? slots : parseNewTemplate(body, slots);
  if ('problem' in parts) return <p className="text-sm text-bad">{parts.problem}</p>;
  return (
    <>
      <TemplateBody {...parts} longest={longest} />
      <TemplateRisks risks={findTemplateRisks(body, parts)} />
    </>
  );
}

/** The parts of a template that portals or operators may reject. */
export function TemplateRisks({ risks }: { risks: string[] }) {
  if (risks.length === 0) return null;
  return (
    <ul className="grid gap-1 border-l-2 border-waiting pl-3 text-sm">
      {risks.map((risk) => (
        <li key={risk}>{risk}</li>
      ))}
    </ul>
  );
}

/** A template's text. Each slot shows its type and limit. */
export function TemplateBody({
  texts,
  slots,
  longest,
}: TemplateParts & { longest: LongestValues }) {
  return (
    <p className="rounded-md border border-line bg-paper p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi>
        {texts.map((text, at) => {
          const slot = slots[at];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a body are known by their places
            <Fragment key={at}>
              {text}
              {slot ? (
                <mark className="mark-slot rounded-sm px-1 text-xs">
                  <bdi>
                    <span className="sr-only">Slot </span>
                    {at + 1}: {slot.type}, {describeLimit(slot, longest)}
                  </bdi>
                </mark>
              ) : null}
            </Fragment>
          );
        })}
      </bdi>
    </p>
  );
}
