import type { ReactNode } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { LongestValues } from '#app/senders/describe-limit.ts';
import { categoryLabels, templateKindLabels } from '#app/senders/labels.ts';
import { TemplateBody } from '#app/senders/template-body.tsx';
import { TemplateRisks } from '#app/senders/template-preview.tsx';
import type { TemplateRow } from '#domain/messaging/dlt/registry/contract.browser.ts';
import { findTemplateRisks } from '#domain/messaging/dlt/registry/parse-template.browser.ts';

type TemplateDetailsProps = {
  template: TemplateRow;
  /** Undefined if its entity was changed meanwhile. */
  entityName: string | undefined;
  longest: LongestValues;
};

/** A template as it is registered: its text with its slots, and what belongs to it. */
export function TemplateDetails({ template, entityName, longest }: TemplateDetailsProps) {
  const { templateId, entityId, body, texts, slots, category, kind, headers, createdAt } = template;
  return (
    <section aria-label="Template" className="card grid min-w-0 gap-4 p-5">
      <TemplateBody longest={longest} slots={slots} texts={texts} />
      <TemplateRisks risks={findTemplateRisks(body, { texts, slots })} />
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 @4xl:grid-cols-3">
        <Item label="Template ID">
          <span className="-my-2 flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{templateId}</code>
            <CopyButton label="Template ID" text={templateId} />
          </span>
        </Item>
        <Item label="Entity">
          <bdi>{entityName ?? entityId}</bdi>
        </Item>
        <Item label="Category">{categoryLabels[category]}</Item>
        <Item label="Type">{templateKindLabels[kind]}</Item>
        <Item label="Headers">
          {headers.length > 0 ? (
            <span className="font-mono text-xs">{headers.join(', ')}</span>
          ) : (
            'Any of the entity'
          )}
        </Item>
        <Item label="Added">
          <Timestamp at={createdAt} />
        </Item>
      </dl>
    </section>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
