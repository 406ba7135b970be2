import fc from 'fast-check';
import {
  chainForm,
  checkForm,
  entityForm,
  evidenceForm,
  headerForm,
  linkForm,
  modeForm,
  templateChangesForm,
  templateForm,
} from '#app/senders/forms.ts';
import { optionsForm, uploadForm } from '#app/senders/import-forms.ts';
import { type Form, intent, of, screen } from './form-fields.ts';

const dltId = fc.constantFrom('1101172974420810001', '1107160000000000001', '1.10716E+18');
const header = fc.constantFrom('ACMEIN', 'acmein', 'HDFCBK', 'VM-ACMEIN-S');
const statuses = fc.constantFrom('active', 'inactive', 'approved');
const template = {
  entity_id: dltId,
  template_id: dltId,
  headers: fc.constantFrom('', 'ACMEIN', 'ACMEIN, acmein', ','.repeat(2_000)),
  body: fc.constantFrom('Your code is {#numeric#}.', '{#var#}'.repeat(60), '{#', '<b>\u202e'),
  slots: fc.constantFrom('', 'numeric 6', 'var,'.repeat(60)),
};

/** The forms of senders, templates, links, imports and the checker. */
export const senderForms: Form[] = [
  {
    route: screen('senders'),
    file: 'evidence',
    fields: fc.oneof(
      of(modeForm, intent('mode')),
      of(evidenceForm.pick({ header: true }), { header, ...intent('evidence') }),
      of(null, { header, status: statuses, ...intent('header') }),
      of(null, { entity_id: dltId, status: statuses, ...intent('entity') }),
    ),
  },
  { route: screen('senders_.entities_.new'), fields: of(entityForm, { entity_id: dltId }) },
  {
    route: screen('senders_.headers_.new'),
    file: 'evidence',
    fields: of(headerForm, { entity_id: dltId, header }),
  },
  { route: screen('senders_.templates_.new'), fields: of(templateForm, template) },
  {
    route: screen('senders_.templates_.$templateId'),
    fields: fc.oneof(
      of(templateChangesForm, intent('edit')),
      of(null, { status: statuses, ...intent('status') }),
      of(checkForm, intent('check')),
    ),
  },
  {
    route: screen('senders_.links'),
    fields: fc.oneof(
      of(linkForm, intent('link')),
      of(linkForm, intent('remove-link')),
      of(chainForm, { entity_id: dltId, ...intent('chain') }),
      of(null, { entity_id: dltId, carrier: fc.constant('sandbox'), ...intent('remove-chain') }),
    ),
  },
  { route: screen('senders_.import'), file: 'file', fields: of(uploadForm.omit({ file: true })) },
  {
    route: screen('senders_.import_.$importId'),
    fields: fc.oneof(of(optionsForm, intent('options')), of(null, intent('confirm'))),
  },
  { route: screen('senders_.check'), fields: of(checkForm) },
  { route: 'routes/_member.dlt-check', fields: of(checkForm) },
];
