import { z } from 'zod';
import { evidenceFile } from '#domain/dlt/registry/contract.browser.ts';
import {
  chainInput,
  entityInput,
  headerInput,
  linkInput,
  modeInput,
  type TemplateInput,
  templateInput,
} from '#domain/dlt/registry/inputs.browser.ts';
import {
  maxBodyLength,
  maxSlots,
  parseNewTemplate,
} from '#domain/dlt/registry/parse-template.browser.ts';
import { type DeclaredSlot, type SlotType, slotTypes } from '#domain/dlt/registry/slots.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { requiredText, safeText, withLf } from '#domain/shared/text.browser.ts';

/** A field with a list whose members are separated by spaces or commas. `schema` validates the list. */
const listOf = <T>(schema: z.ZodType<T[]>) =>
  safeText.max(2_000).transform((typed, context) => {
    const members = typed.split(/[\s,;]+/).filter((member) => member !== '');
    const { data, error } = schema.safeParse(members);
    if (data) return data;
    context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' });
    return z.NEVER;
  });

/** The form that selects what happens to messages that DLT would reject. */
export const modeForm = modeInput;

export const entityForm = entityInput.pick({ entity_id: true, name: true });

/** The form that registers a link, number or email address. */
export const linkForm = linkInput;

/** The form that registers a chain. */
export const chainForm = z.object({
  entity_id: chainInput.shape.entity_id,
  carrier: chainInput.shape.carrier,
  telemarketer_ids: listOf(chainInput.shape.telemarketer_ids),
  is_approved: z.literal('on').optional(),
});

const { shape } = templateInput;

export const editTemplateFormId = 'edit-template';

/** The form that changes the editable fields of a template. */
export const templateChangesForm = z.object({
  name: shape.name,
  headers: listOf(shape.headers.unwrap()).optional(),
});

export const newTemplateFormId = 'template';

/** The form that registers a template. */
export const templateForm = z
  .object({
    entity_id: shape.entity_id,
    template_id: shape.template_id,
    ...templateChangesForm.shape,
    body: z
      .string('Please enter the text, as it is registered on the DLT portal')
      .pipe(safeText.max(2 * maxBodyLength).transform(withLf)),
    slots: safeText
      .max(1_000)
      .transform((typed, context) => {
        const slots = parseSlotList(typed);
        if (!('problem' in slots)) return slots;
        context.addIssue({ code: 'custom', message: slots.problem });
        return z.NEVER;
      })
      .optional(),
    category: shape.category,
    kind: shape.kind.unwrap(),
  })
  .superRefine(({ body, slots }, context) => {
    const bare = parseNewTemplate(body);
    const parts = 'problem' in bare ? bare : parseNewTemplate(body, slots);
    if (!('problem' in parts)) return;
    const path = parts === bare ? ['body'] : ['slots'];
    context.addIssue({ code: 'custom', path, message: parts.problem });
  });

/** The template of a form, as the registry takes it. */
export const toTemplateInput = ({
  slots = [],
  ...template
}: z.output<typeof templateForm>): TemplateInput => ({ ...template, slots });

export const checkFormId = 'check';

/** The form that checks a message. The DLT check validates the other fields, with a verdict for each error. */
export const checkForm = z.object({
  text: requiredText('Please enter a message')
    .max(maxBodyLength, `Please enter at most ${formatCount(maxBodyLength)} characters`)
    .transform(withLf),
  sender: safeText.trim().max(40).optional(),
  template_id: safeText.trim().max(40).optional(),
});

/** The form that registers a header, optionally with a file that proves who owns the header. */
export const headerForm = headerInput.extend({ content: evidenceFile.optional() });

export const evidenceForm = z.object({ header: headerInput.shape.header, content: evidenceFile });

const known = new Set<string>(slotTypes);

/** A slot's type, optionally with the length of the longest value. */
const written = /^([a-z]+)(?: +(\d{1,4}))?$/;

/**
 * Parses the slot types of a body as the user types them, in order: `numeric 6, var, url`. The number is the length of the
 * longest value.
 *
 * @returns the slots, or a sentence about the error
 */
export function parseSlotList(typed: string): DeclaredSlot[] | { problem: string } {
  const slots: DeclaredSlot[] = [];
  const parts = typed.trim() === '' ? [] : typed.split(',');
  if (parts.length > maxSlots) return { problem: `A text has at most ${maxSlots} slots.` };
  for (const [at, part] of parts.entries()) {
    const [, type = '', max] = written.exec(part.trim()) ?? [];
    if (!known.has(type) || max === '0') {
      const problem = `Please write slot ${at + 1} as one of ${slotTypes.join(', ')}, followed by the maximum length of its value if the portal has one, such as numeric 6.`;
      return { problem };
    }
    const slot = { position: at + 1, type: type as SlotType };
    slots.push(max === undefined ? slot : { ...slot, max: Number(max) });
  }
  return slots;
}
