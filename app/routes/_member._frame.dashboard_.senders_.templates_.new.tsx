import { useLoaderData } from '@remix-run/react';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { newTemplateFormId, templateForm, toTemplateInput } from '#app/senders/forms.ts';
import { NewTemplate } from '#app/senders/new-template.tsx';
import { EntityFirst, RegistryPage } from '#app/senders/registry-page.tsx';
import { suggestHeaders } from '#app/senders/suggest-headers.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { listEntities } from '#domain/dlt/registry/list-registry.ts';
import { registerTemplate } from '#domain/dlt/registry/register-templates.ts';
import { dltSettings } from '#domain/dlt/settings.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Add a template');

const showDraft = (form: FormData) => draftReply(newTemplateFormId, templateForm, form);

export const loader = loadScreen(
  'senders',
  async ({ userId }) => ({
    entities: await listEntities(userId),
    headers: await suggestHeaders(userId),
    longest: dltSettings.DLT_RULES.maxCharacters,
  }),
  showDraft,
);

/** Registers the template and opens its page. */
export const action = actOnScreen(
  'senders',
  ({ userId }, form) =>
    submit(
      form,
      templateForm,
      async (value) => {
        await registerTemplate(userId, toTemplateInput(value));
        return redirectDone(paths.template(value.template_id), 'Template saved');
      },
      { formId: newTemplateFormId, fallback: fallbacks.registry },
    ),
  { recentSignIn: false, showDraft },
);

export default function NewTemplateScreen() {
  const { entities, headers, longest } = useLoaderData<typeof loader>();
  return (
    <RegistryPage
      open="templates"
      text="Copy it from your DLT portal, character by character. The text cannot be changed later: DLT gives another text another id."
      title="Add a template"
    >
      {entities.length > 0 ? (
        <NewTemplate entities={entities} headers={headers} longest={longest} />
      ) : (
        <EntityFirst what="A template" />
      )}
    </RegistryPage>
  );
}
