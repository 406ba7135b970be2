import type { Field, OperationView } from '../contract.ts';
import { fieldKey, type Values } from './read-request.ts';

/** The initial values of a form: examples of the usual fields, but no passwords. */
export function initialValues({ parameters, body }: OperationView): Values {
  const values: Values = {};
  for (const { place, fields } of parameters) {
    for (const field of fields) {
      if (field.required || isPreset(field)) values[fieldKey(place, field)] = field.example ?? '';
    }
  }
  const usual = (body?.example ?? {}) as Record<string, unknown>;
  for (const field of body?.groups.flatMap(({ fields }) => fields) ?? []) {
    const { name, required, control, example } = field;
    if (control.kind === 'password' || !(required || name in usual)) continue;
    values[fieldKey('body', field)] =
      control.kind === 'json' ? JSON.stringify(usual[name] ?? {}, null, 2) : (example ?? '');
  }
  return values;
}

const isPreset = ({ constraints }: Field) => constraints.some(({ words }) => words === 'Default');
