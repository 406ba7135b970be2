import { z } from 'zod';
import { toBareId } from '#domain/shared/characters.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { domainPattern, findAsciiForm, safeText, toOneLine } from '#domain/shared/text.browser.ts';
import {
  dltCategories,
  dltModes,
  findIdProblem,
  linkKinds,
  maxEvidence,
  registrationStatuses,
  templateKinds,
  templateStatuses,
} from './contract.browser.ts';
import { maxBodyLength, maxSlots, parseNewTemplate } from './parse-template.browser.ts';
import { type DeclaredSlot, slotTypes } from './slots.browser.ts';

/** A DLT id as a string; fails with the message of `findIdProblem`. */
const idInput = z
  .string({ error: 'DLT ids are strings: a JSON number loses digits.' })
  .overwrite(toBareId)
  .superRefine((id, context) => {
    const message = findIdProblem(id);
    if (message) context.addIssue({ code: 'custom', message });
  });

const entityId = idInput.meta({
  description: 'The id of the principal entity, as a string.',
  example: exampleValues.entityId,
});

/** A name. Line breaks and tabs become spaces, because names in the files of portals may contain them. */
const nameInput = safeText.overwrite(toOneLine).min(1, 'Please enter a name').max(100);

const entityName = nameInput.meta({ example: 'Acme Retail Private Limited' });

export const entityInput = z.object({
  entity_id: entityId,
  name: entityName,
  status: z.enum(registrationStatuses).optional().meta({
    description:
      'The status on the DLT portal. Default for a new entity: `active`. Default for a registered entity: its current status. Only `PATCH` activates an entity again.',
    example: 'active',
  }),
});

export type EntityInput = z.output<typeof entityInput>;

/**
 * The fields of an entity that can be changed. Omitted fields do not change. The same applies to the other `…Change`
 * schemas.
 */
export const entityChange = z.object({
  name: entityName.optional(),
  status: z.enum(registrationStatuses).optional(),
});

export type EntityChange = z.output<typeof entityChange>;

export const modeInput = z.object({
  mode: z.enum(dltModes).meta({
    description:
      '`enforce` rejects messages that operators would reject; `warn` accepts them with a warning; `off` does not check them. In every mode, the header must be yours and approved.',
  }),
});

/** A header. Portals register headers of 3 to 6 letters, and headers of 6 digits for advertising. */
const headerName = z
  .string()
  .overwrite(toBareId)
  .regex(/^(?:[A-Za-z]{3,6}|\d{6})$/, 'A header has 3 to 6 letters, or 6 digits.')
  .meta({
    description: 'The header as registered on DLT. Upper and lower case matter.',
    example: exampleValues.sender,
  });

export const headerInput = z.object({
  header: headerName,
  entity_id: entityId,
  category: z.enum(dltCategories),
});

export type HeaderInput = z.output<typeof headerInput>;

/** `active` enables a header that was reactivated on the portal. Its status is then the operator's last decision. */
export const headerChange = z.object({
  status: z.enum(['inactive', 'active']).meta({
    description:
      '`inactive` turns the header off. Send `active` when it is active on the DLT portal again: its status becomes the last decision of this installation’s operator.',
  }),
});

export type HeaderChange = z.output<typeof headerChange>;

export const evidenceInput = z.object({
  name: safeText
    .min(1)
    .max(200)
    .meta({ description: 'The name of the file.', example: 'letter.pdf' }),
  content: z.base64({ error: 'Please send the file as base64.' }).meta({
    description: 'The content of the file, encoded in base64.',
    example: 'JVBERi0xLjcK',
  }),
});

/** The form to upload evidence. The file's name comes from the form. */
export const evidenceUpload = z.object({
  file: z
    .file('Send the file in the field `file`.')
    .max(maxEvidence, 'Evidence has at most 5 MiB.')
    .meta({ description: 'A PDF, PNG or JPEG file.' }),
});

/** Slot types that a portal stores separately from the body. */
const declaredSlots = z
  .array(
    z.object({
      position: z
        .int()
        .min(1)
        .max(maxSlots)
        .meta({ description: 'The number of the slot, counted from 1.', example: 1 }),
      type: z.enum(slotTypes).meta({ example: 'numeric' }),
      max: z.int().min(1).max(maxBodyLength).optional().meta({
        description: 'The maximum length of a value in characters, if the portal gives one.',
        example: 6,
      }),
    }),
  )
  .max(maxSlots)
  .meta({
    description:
      'The types of the body’s `{#var#}` slots, if the portal stores these types separately from the body.',
    example: [{ position: 1, type: 'numeric', max: 6 }],
  });

const boundHeaders = z.array(headerName).max(100).meta({
  description:
    'The headers to which the template is bound; empty if the portal gives none. Default for a registered template: its current headers.',
});

const templateId = idInput.meta({
  description: 'The id of the content template, as a string.',
  example: exampleValues.templateId,
});

const templateName = nameInput.meta({ example: 'Login code' });

const templateFields = {
  template_id: templateId,
  entity_id: entityId,
  name: templateName,
  body: safeText.meta({
    description: 'The text exactly as it is registered on DLT. It can never be changed.',
    example: '{#var#} is your Acme code. Do not share it.',
  }),
  slots: declaredSlots.default([]),
  category: z.enum(dltCategories),
  kind: z.enum(templateKinds).default('text'),
  status: z.enum(templateStatuses).optional().meta({
    description:
      'The status on the DLT portal. Default for a new template: `approved`. Default for a registered template: its current status. Only `PATCH` can activate an `inactive` or `blacklisted` template.',
    example: 'approved',
  }),
  headers: boundHeaders.optional(),
};

function checkBody(
  { body, slots }: { body: string; slots: DeclaredSlot[] },
  context: z.RefinementCtx,
): void {
  const parts = parseNewTemplate(body, slots);
  if ('problem' in parts) {
    context.addIssue({ code: 'custom', path: ['body'], message: parts.problem });
  }
}

export const templateInput = z.object(templateFields).superRefine(checkBody);

/** The input to register one template. `entity_id` defaults to the account's only entity. */
export const newTemplateInput = z
  .object({
    ...templateFields,
    entity_id: entityId.optional().meta({
      description:
        'The id of the template’s entity; required if you have registered several entities.',
    }),
  })
  .superRefine(checkBody);

export type TemplateInput = z.output<typeof templateInput>;

export type NewTemplateInput = z.output<typeof newTemplateInput>;

export const templateChange = z.object({
  name: templateName.optional(),
  status: z.enum(templateStatuses).optional(),
  headers: boundHeaders.optional(),
});

export type TemplateChange = z.output<typeof templateChange>;

/** The maximum length of a registered link, in characters. */
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
    pattern: new RegExp(`^[\\w.%+-]{1,64}@${domainPattern}$`, 'i'),
    message: 'This is not an email address.',
  },
};

export const linkInput = z
  .object({
    kind: z.enum(linkKinds),
    value: z.string().max(longestLink).meta({
      description:
        'The link, phone number or email address as registered on DLT. A link of the type `url_dynamic` ends with `?`.',
      example: 'https://acme.example.in/orders',
    }),
  })
  .superRefine(({ kind, value }, context) => {
    const { pattern, message } = valueOfKind[kind];
    if (pattern.test(value)) return;
    const ascii = kind === 'number' ? null : findAsciiForm(value);
    context.addIssue({ code: 'custom', path: ['value'], message: ascii ?? message });
  });

export type LinkInput = z.output<typeof linkInput>;

/** The name of a carrier, as the operator of the installation has configured it. */
const carrierName = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'A carrier has 1 to 32 of a–z, 0–9 and -.')
  .meta({ description: 'The carrier’s name in this installation.', example: 'airtel' });

/** The key of a chain: an entity has one chain per carrier. */
export const chainKey = z.object({ entity_id: entityId, carrier: carrierName });

export const chainInput = chainKey.extend({
  telemarketer_ids: z
    .array(idInput.meta({ example: exampleValues.telemarketerId }))
    .min(1)
    .max(8)
    .meta({
      description: 'The ids of the telemarketers, in the order from the entity to the carrier.',
    }),
  is_approved: z.boolean().default(false).meta({
    description:
      'Whether all telemarketers have accepted the chain on the DLT portal. Before that, no message uses the chain.',
  }),
});

export type ChainInput = z.output<typeof chainInput>;
