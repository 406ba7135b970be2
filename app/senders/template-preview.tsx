import {
  findTemplateRisks,
  parseNewTemplate,
} from '#domain/messaging/dlt/registry/parse-template.browser.ts';
import type { LongestValues } from './describe-limit.ts';
import { parseSlotList } from './slot-list.ts';
import { TemplateBody } from './template-body.tsx';

type TemplatePreviewProps = {
  body: string;
  /** The types of its slots, as typed. */
  typedSlots: string;
  longest: LongestValues;
};

/** What is found in a body while it is typed: its slots, and what portals may refuse. */
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

/** What portals or operators may refuse of a template. */
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
