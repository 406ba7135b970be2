import { z } from 'zod';
import { safeText } from '#domain/shared/text.ts';
import {
  dltCategories,
  linkKinds,
  registrationStatuses,
  templateKinds,
  templateStatuses,
} from './contract.ts';
import { findIdProblem } from './dlt-ids.ts';
import { maxBodyLength, maxSlots, parseTemplate } from './parse-template.ts';
import { slotTypes } from './slots.ts';

/** An id of DLT as a string; the sentence of `findIdProblem` if it is none. */
const idInput = z
  .string({ error: 'DLT ids are strings: a JSON number loses digits.' })
  .superRefine((id, context) => {
    const message = findIdProblem(id);
    if (message) context.addIssue({ code: 'custom', message });
  });

const nameInput = safeText.trim().min(1, 'Please enter a name').max(100);

export const entityInput = z.object({
  entity_id: idInput,
  name: nameInput,
  status: z.enum(registrationStatuses).default('active'),
});

export type EntityInput = z.output<typeof entityInput>;

/** What of an entity can be changed; what is left out stays. So with the others. */
export const entityChange = z.object({
  name: nameInput.optional(),
  status: z.enum(registrationStatuses).optional(),
});

export type EntityChange = z.output<typeof entityChange>;

/** What portals register: 3 to 6 letters, or 6 digits for advertising. */
const headerName = z
  .string()
  .regex(/^(?:[A-Za-z]{3,6}|\d{6})$/, 'A header has 3 to 6 letters, or 6 digits.');

export const headerInput = z.object({
  header: headerName,
  entity_id: idInput,
  category: z.enum(dltCategories),
});

export type HeaderInput = z.output<typeof headerInput>;

/** `active` is for a header that was reactivated on the portal: it is again what the operator decided. */
export const headerChange = z.object({ status: z.enum(['inactive', 'active']) });

export type HeaderChange = z.output<typeof headerChange>;

/** Types that a portal holds beside the body. */
const declaredSlots = z
  .array(
    z.object({
      position: z.int().min(1).max(maxSlots),
      type: z.enum(slotTypes),
      max: z.int().min(1).max(maxBodyLength).optional(),
    }),
  )
  .max(maxSlots);

const boundHeaders = z.array(headerName).max(100);

export const templateInput = z
  .object({
    template_id: idInput,
    entity_id: idInput,
    name: nameInput,
    body: safeText,
    slots: declaredSlots.default([]),
    category: z.enum(dltCategories),
    kind: z.enum(templateKinds).default('text'),
    status: z.enum(templateStatuses).default('approved'),
    headers: boundHeaders.default([]),
  })
  .superRefine(({ body, slots }, context) => {
    const parts = parseTemplate(body, slots);
    if ('problem' in parts) {
      context.addIssue({ code: 'custom', path: ['body'], message: parts.problem });
    }
  });

export type TemplateInput = z.output<typeof templateInput>;

export const templateChange = z.object({
  name: nameInput.optional(),
  status: z.enum(templateStatuses).optional(),
  headers: boundHeaders.optional(),
});

export type TemplateChange = z.output<typeof templateChange>;

/** Long enough for a link in an SMS. */
const longestLink = 500;

const valueOfKind: Record<(typeof linkKinds)[number], { pattern: RegExp; message: string }> = {
  url: {
    pattern: /^(?:https?:\/\/|www\.)[!->@-~]+$/i,
    message: 'A static link begins with http://, https:// or www. and has no ?',
  },
  url_dynamic: {
    pattern: /^(?:https?:\/\/|www\.)[!->@-~]+\?$/i,
    message: 'A dynamic link begins with http://, https:// or www. and ends with ?',
  },
  number: {
    pattern: /^\+?\d{8,14}$/,
    message: 'A number has 8 to 14 digits.',
  },
  email: {
    pattern: /^[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}$/i,
    message: 'This is not an email address.',
  },
};

export const linkInput = z
  .object({ kind: z.enum(linkKinds), value: z.string().max(longestLink) })
  .superRefine(({ kind, value }, context) => {
    const { pattern, message } = valueOfKind[kind];
    if (!pattern.test(value)) context.addIssue({ code: 'custom', path: ['value'], message });
  });

export type LinkInput = z.output<typeof linkInput>;

/** What workers name a carrier. */
const carrierName = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'A carrier has 1 to 32 of a–z, 0–9 and -.');

export const chainInput = z.object({
  entity_id: idInput,
  carrier: carrierName,
  /** In order; the last delivers. */
  telemarketer_ids: z.array(idInput).min(1).max(8),
  is_approved: z.boolean().default(false),
});

export type ChainInput = z.output<typeof chainInput>;
