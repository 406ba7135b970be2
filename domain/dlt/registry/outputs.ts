import { z } from 'zod';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import {
  type Chain,
  dltCategories,
  type Entity,
  type HeaderRow,
  headerStatuses,
  type Link,
  linkKinds,
  registrationStatuses,
  type TemplateRow,
  templateKinds,
  templateStatuses,
} from './contract.browser.ts';
import { slotTypes } from './slots.browser.ts';

const time = z.iso.datetime();
const entity_id = z.string().meta({ example: exampleValues.entityId });

/** An entity as the API returns it. */
export const entityOutput = z.object({
  entity_id,
  name: z.string().meta({ example: 'Acme Retail Private Limited' }),
  status: z.enum(registrationStatuses),
});

export const toEntityOutput = ({ entityId, ...rest }: Entity): z.infer<typeof entityOutput> => ({
  entity_id: entityId,
  ...rest,
});

/** A header as the API returns it. */
export const headerOutput = z.object({
  header: z.string().meta({ example: exampleValues.sender }),
  entity_id,
  category: z.enum(dltCategories),
  status: z.enum(headerStatuses).meta({
    description:
      'Only an `approved` header can be used. `pending`, `approved` and `declined` depend on the decision of the operator of this installation; the other values are states on DLT.',
  }),
  reason: z.string().nullable().meta({
    description:
      'Why the header was declined or automatically approved, or which carrier’s report turned it off; null if there is no such reason.',
    example: null,
  }),
  has_evidence: z.boolean(),
  last_used_at: time.nullable().meta({
    description:
      'When a carrier last accepted a message with this header, accurate to the hour; null if there was no such message.',
  }),
  decided_at: time.nullable().meta({
    description:
      'When the operator of this installation last decided on the header; null if there is no decision yet.',
  }),
  created_at: time,
});

export const toHeaderOutput = (row: HeaderRow): z.infer<typeof headerOutput> => ({
  header: row.header,
  entity_id: row.entityId,
  category: row.category,
  status: row.status,
  reason: row.reason,
  has_evidence: row.hasEvidence,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  decided_at: row.decidedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** A template as the API returns it. */
export const templateOutput = z.object({
  template_id: z.string().meta({ example: exampleValues.templateId }),
  entity_id,
  name: z.string().meta({ example: 'Login code' }),
  body: z.string().meta({ example: '{#numeric#} is your Acme code. Do not share it.' }),
  slots: z.array(
    z.object({
      position: z
        .int()
        .meta({ description: 'The number of the slot, counted from 1.', example: 1 }),
      type: z.enum(slotTypes).meta({ example: 'numeric' }),
      max: z.int().nullable().meta({
        description:
          'The maximum length of a value, in characters; null if the usual limit of the type applies.',
        example: null,
      }),
    }),
  ),
  category: z.enum(dltCategories),
  kind: z.enum(templateKinds),
  status: z.enum(templateStatuses),
  reason: z.string().nullable().meta({
    description: 'Which carrier’s report turned the template off; null if none did.',
    example: null,
  }),
  headers: z.array(z.string().meta({ example: exampleValues.sender })),
  created_at: time,
});

/** A template in the response to its registration. */
export const registeredTemplateOutput = templateOutput.extend({
  warnings: z
    .array(
      z.string().meta({
        example: 'It has untyped {#var#} slots: declare their types on the DLT portal.',
      }),
    )
    .meta({
      description:
        'One sentence for each part of the body that portals or operators may reject, or that is probably not meant as fixed text.',
    }),
});

export const toTemplateOutput = (row: TemplateRow): z.infer<typeof templateOutput> => ({
  template_id: row.templateId,
  entity_id: row.entityId,
  name: row.name,
  body: row.body,
  slots: row.slots.map((slot, at) => ({ position: at + 1, ...slot })),
  category: row.category,
  kind: row.kind,
  status: row.status,
  reason: row.reason,
  headers: [...row.headers],
  created_at: row.createdAt.toISOString(),
});

/** A link, phone number or email address as the API returns it. */
export const linkOutput = z.object({
  kind: z.enum(linkKinds),
  value: z.string().meta({ example: 'https://acme.example.in/orders' }),
});

export const toLinkOutput = ({ kind, value }: Link): z.infer<typeof linkOutput> => ({
  kind,
  value,
});

/** A chain as the API returns it. */
export const chainOutput = z.object({
  entity_id,
  carrier: z.string().meta({ example: 'airtel' }),
  telemarketer_ids: z.array(z.string().meta({ example: exampleValues.telemarketerId })),
  is_approved: z.boolean(),
});

export const toChainOutput = (row: Chain): z.infer<typeof chainOutput> => ({
  entity_id: row.entityId,
  carrier: row.carrier,
  telemarketer_ids: [...row.telemarketerIds],
  is_approved: row.isApproved,
});
