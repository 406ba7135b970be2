import type { FieldMetadata } from '@conform-to/react';
import { z } from 'zod';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, FoldedFields, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { operatorReason as reason } from '#domain/messaging/suspensions/contract.browser.ts';
import { messageIfMissing, requiredText, safeText } from '#domain/shared/text.browser.ts';
import { auditHint } from './act-forms.tsx';

const checkbox = z.literal('on').optional();

const isWholeNumber = [/^\d{1,16}$/, 'Please enter a whole number.'] as const;
const wholeNumber = safeText
  .trim()
  .regex(...isWholeNumber)
  .optional();

const name = requiredText('Please enter a name')
  .trim()
  .regex(/^[a-z0-9-]{1,32}$/, 'Please use 1 to 32 characters: a–z, 0–9 and -.');

const required = (sentence: string) => requiredText(sentence).trim().min(1, sentence);

/**
 * Validates the form of a carrier in the browser. The limits of the values are part of the carriers' settings, which only the
 * server loads (`carrier-input.server.ts`).
 */
export const carrierForm = z.object({
  host: required('Please enter a host'),
  port: z
    .string({ error: messageIfMissing('Please enter a port') })
    .trim()
    .regex(...isWholeNumber),
  systemId: required('Please enter a system id'),
  password: safeText.optional(),
  tls: checkbox,
  rate: wholeNumber,
  window: wholeNumber,
  otpShare: safeText
    .trim()
    .regex(/^\d{1,9}(\.\d{1,20})?(e-\d{1,3})?$/, 'Please enter a number such as 0.2.')
    .optional(),
  connections: wholeNumber,
  transactional: checkbox,
  promotional: checkbox,
  more: safeText.max(50_000, 'Please use at most 50,000 characters.').optional(),
  reason,
});

export const newCarrierForm = z.object({ name, ...carrierForm.shape });

const list = safeText.max(50_000, 'Please use at most 50,000 characters.');

/** Validates the form of a route in the browser; `carrier-input.server.ts` has the limits of the values. */
export const routeForm = z.object({
  name,
  priority: wholeNumber,
  transactional: checkbox,
  promotional: checkbox,
  senders: list.optional(),
  accounts: list.optional(),
  prefixes: list.optional(),
  carriers: required('Please enter a carrier').max(10_000),
  reason,
});

type Fields<S extends z.ZodObject> = Omit<z.input<S>, 'reason' | 'password'>;

/** The values with which a carrier's form begins. */
export type CarrierFields = Fields<typeof carrierForm>;
export type RouteFields = Fields<typeof routeForm>;

type CategoryFields = Record<'transactional' | 'promotional', FieldMetadata<'on' | undefined>>;

type AccessProps = {
  fields: Record<
    Exclude<keyof CarrierFields, 'tls' | keyof CategoryFields> | 'password' | 'reason',
    FieldMetadata<string | undefined>
  > &
    CategoryFields & { tls: FieldMetadata<'on' | undefined> };
  passwordHint: string;
};

/** All fields of a carrier except its name. */
function SettingsFields({ fields, passwordHint }: AccessProps) {
  const { more } = fields;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <Field field={fields.host} label="Host" />
        <Field field={fields.port} label="Port" />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field field={fields.systemId} label="System id" />
        <Field
          autoComplete="new-password"
          field={fields.password}
          hint={passwordHint}
          label="Password"
          type="password"
        />
      </div>
      <Checkbox field={fields.tls}>TLS: the connection is encrypted</Checkbox>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field field={fields.rate} hint="For all workers together" label="Submits per second" />
        <Field
          field={fields.window}
          hint="Submits without a response, per connection"
          label="Window"
        />
        <Field
          field={fields.otpShare}
          hint="The reserved share of the window, from 0 to 0.9"
          label="Share of one-time passwords"
        />
        <Field
          field={fields.connections}
          hint="Leave empty if “More settings” has binds"
          label="Connections per worker"
        />
      </div>
      <Categories fields={fields} legend="Categories of messages" />
      <FoldedFields
        opens={Boolean(more.initialValue) || Boolean(more.errors?.length)}
        summary="More settings"
      >
        <div className="pt-2">
          <TextArea
            field={more}
            hint="A JSON object with settings of npm run carrier that have no field here, such as hours or binds. A bind has the host, port, system id, password and TLS above, unless it sets its own."
            label="More settings as JSON"
            mono
          />
        </div>
      </FoldedFields>
      <Field field={fields.reason} hint={auditHint} label="Reason" />
    </>
  );
}

function Categories({ fields, legend }: { fields: CategoryFields; legend: string }) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <Checkbox field={fields.transactional}>Transactional, including one-time passwords</Checkbox>
      <Checkbox field={fields.promotional}>Promotional</Checkbox>
    </fieldset>
  );
}

/** The form that adds a carrier. @param defaults the settings that a carrier has by default */
export function NewCarrierCard({ defaults }: { defaults: Partial<CarrierFields> }) {
  const { form, fields } = useValidatedForm({
    ...{ id: 'add', schema: newCarrierForm, defaultValue: defaults },
  });
  return (
    <TitledCard
      heading="h2"
      id="add-card"
      text="Every worker binds to the carrier within a second."
      title="Add a carrier"
    >
      <ValidatedForm
        className="grid gap-5 px-5 py-4"
        fallback={fallbacks.carrier}
        form={form}
        intent="add"
      >
        <Field field={fields.name} hint="The name cannot be changed later." label="Name" />
        <SettingsFields
          fields={fields}
          passwordHint="Leave empty only if the carrier checks no password"
        />
        <SubmitLine>Add a carrier</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

/** The form that changes a carrier. */
export function ChangeCarrierCard({ settings }: { settings: CarrierFields }) {
  const { form, fields } = useValidatedForm({
    ...{ id: 'change', schema: carrierForm, defaultValue: settings },
  });
  return (
    <TitledCard
      heading="h2"
      id="change-card"
      text="Workers reconnect, unless only the rate, window or share changes."
      title="Change the settings"
    >
      <ValidatedForm
        className="grid gap-5 px-5 py-4"
        fallback={fallbacks.carrier}
        form={form}
        intent="change"
      >
        <SettingsFields
          fields={fields}
          passwordHint="Leave empty to keep the password. If you change the host, port or system id, enter the password."
        />
        <SubmitLine>Change the settings</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

/** The form that adds or replaces a route. @param route the route to change */
export function RouteCard({ route }: { route: RouteFields | null }) {
  const { form, fields } = useValidatedForm({
    ...{ id: 'set-route', schema: routeForm },
    ...(route && { defaultValue: route }),
  });
  const title = route ? `Change the route ${route.name}` : 'Set a route';
  return (
    <TitledCard
      heading="h2"
      id="set-route-card"
      text="Adds a route, or replaces the route with the same name. A message must meet all conditions; an empty condition allows every message."
      title={title}
    >
      <ValidatedForm
        className="grid gap-5 px-5 py-4"
        fallback={fallbacks.route}
        form={form}
        intent="set-route"
      >
        <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
          <Field field={fields.name} label="Name" />
          <Field field={fields.priority} hint="The lowest number comes first" label="Priority" />
        </div>
        <TextArea
          field={fields.carriers}
          hint="One per line: a name, then its step, then its weight, such as “acme 1 3”. Step and weight are optional."
          label="Carriers"
          mono
        />
        <Categories fields={fields} legend="Only messages of these categories" />
        <TextArea
          field={fields.senders}
          hint="One per line, or separated by commas"
          label="Only these senders"
          mono
        />
        <TextArea
          field={fields.accounts}
          hint="Ids of accounts (usr_…), one per line"
          label="Only these accounts"
          mono
        />
        <TextArea
          field={fields.prefixes}
          hint="First digits of the recipient’s number with 91, such as 9198, one per line"
          label="Only these prefixes"
          mono
        />
        <Field field={fields.reason} hint={auditHint} label="Reason" />
        <SubmitLine>{title}</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}
