import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { Checker } from '#app/senders/checker.tsx';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { suggestHeaders } from '#app/senders/suggest-headers.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { templateInput } from '#domain/messaging/dlt/registry/inputs.browser.ts';
import { findTemplate, listEntities } from '#domain/messaging/dlt/registry/list-registry.ts';
import { dltSettings } from '#domain/messaging/dlt/sending/settings.ts';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { EditTemplate } from './edit-template.tsx';
import { TemplateDetails } from './template-details.tsx';
import { TemplateStatusForm } from './template-status-form.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Template');

const dltId = templateInput.shape.template_id;

/** Loads a template. @throws Response 404 if the account has none of this id */
export const loader = loadScreen(
  'senders',
  async ({ userId }, { params: { templateId = '' } }) => {
    const [template, entities, headers] = await Promise.all([
      dltId.safeParse(templateId).success ? findTemplate(userId, templateId) : null,
      listEntities(userId),
      suggestHeaders(userId),
    ]);
    if (!template) throw new Response(null, { status: 404 });
    const entityName = entities.find(({ entityId }) => entityId === template.entityId)?.name;
    const longest = dltSettings.DLT_RULES.maxCharacters;
    return { template, entityName, headers, longest };
  },
  showDraft,
);

export const action = actOnScreen(
  'senders',
  (signedIn, form, { params: { templateId = '' } }) => act(signedIn, form, templateId),
  { recentSignIn, showDraft },
);

export default function TemplateScreen() {
  return (
    <ConfirmFirst>
      <TemplatePage />
    </ConfirmFirst>
  );
}

function TemplatePage() {
  const { template, entityName, headers, longest } = useLoaderData<typeof loader>();
  const { templateId } = template;
  // Of the headers that the account may use, those that the template is bound to.
  const usable = headers.filter(
    (one) => !template.headers.length || template.headers.includes(one),
  );
  return (
    <RegistryPage open="templates" title={template.name}>
      <TemplateStatusForm template={template} />
      <TemplateDetails entityName={entityName} longest={longest} template={template} />
      <EditTemplate headers={headers} template={template} />
      <Checker headers={usable} templateId={templateId} />
    </RegistryPage>
  );
}
