import fc from 'fast-check';
import { z } from 'zod';
import { paths } from '#app/paths.ts';
import { hints as common } from './hints.ts';
import { fitting, type Hints, type JsonSchema } from './json-schema.ts';

/** The fields of a form, by name. */
type Fields = fc.Arbitrary<Record<string, unknown>>;

/** A form of the site: its action, and generators of valid fields. */
export type Form = {
  /** The route with the action. */
  route: string;
  /** The variable part of the address; the route gives the rest. */
  query?: string;
  fields: Fields;
  /** The name of a field for a picture, where files may be sent. */
  file?: string;
  /** Whether other sites may send it. */
  openToAll?: boolean;
};

const days = fc.constantFrom(
  '',
  '2027-03-31',
  '2030-12-31',
  '9999-12-31',
  '0000-01-01',
  '0001-01-01',
  '2026-02-29',
);

export const hints: Hints = {
  ...common,
  expiresOn: days,
  remember: fc.constantFrom('on', ''),
  isActive: fc.constantFrom('on', 'on', 'on', ''),
  // Values that would lock the sender out are rare, because no later request would succeed.
  ipFiltering: fc.constantFrom('', '', '', '', '', '', '', 'on'),
  allowedAddresses: fc.constantFrom(
    '',
    '127.0.0.1',
    '0.0.0.0/0\n::/0',
    '10.0.0.0/8, 2001:db8::/32',
  ),
  to: fc.constantFrom(
    '/dashboard',
    paths.dashboard('settings'),
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
  ),
};

/** The fields of a schema, and others beside them. */
export function of(schema: z.ZodType | null, beside: Hints = {}): Fields {
  const shape = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as JsonSchema)
    : {};
  const { picture: _picture, evidence: _evidence, ...properties } = shape.properties ?? {};
  const own = fitting({ ...shape, type: 'object', properties }, hints) as Fields;
  return fc.tuple(own, fc.record(beside)).map(([fields, more]) => ({ ...fields, ...more }));
}

/** The `intent` that distinguishes the forms of a page. */
export const intent = (word: string) => ({ intent: fc.constant(word) });

export const dashboard = 'routes/_member.dashboard';

/** The route of a screen below the dashboard. */
export const screen = (name: string) => `${dashboard}_.${name}`;
