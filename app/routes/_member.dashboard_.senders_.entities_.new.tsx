import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { entityForm } from '#app/senders/forms.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { registerEntity } from '#domain/dlt/registry/register.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Add an entity');

const formId = 'entity';

const showDraft = (form: FormData) => draftReply(formId, entityForm, form);

export const loader = loadScreen('senders', async () => ({}), showDraft);

/** Registers the entity, or renames it if it is known. */
export const action = actOnScreen(
  'senders',
  ({ userId }, form) =>
    submit(
      form,
      entityForm,
      async (entity) => {
        await registerEntity(userId, { ...entity, status: 'active' });
        return redirectDone(paths.senders(), 'Entity saved');
      },
      { formId, fallback: fallbacks.registry },
    ),
  { recentSignIn: false, showDraft },
);

export default function NewEntityScreen() {
  const { form, fields } = useValidatedForm({ id: formId, schema: entityForm });
  return (
    <RegistryPage
      open="senders"
      text="An entity is a business that is registered with DLT; it is also called principal entity, or PE."
      title="Add an entity"
    >
      <section aria-label="Entity" className="card max-w-2xl p-5">
        <ValidatedForm fallback={fallbacks.registry} form={form}>
          <Field
            field={fields.entity_id}
            hint="On your DLT portal it is called Entity ID or PE ID: 12 to 20 digits, usually 19"
            label="Entity ID"
            startsHere
          />
          <Field
            autoComplete="organization"
            field={fields.name}
            hint="As it is registered, such as Acme Retail Private Limited"
            label="Name"
          />
          <SubmitLine busy="Saving...">Add entity</SubmitLine>
        </ValidatedForm>
      </section>
    </RegistryPage>
  );
}
