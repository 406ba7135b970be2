import { Form, Link, useActionData } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { paths } from '#app/paths.ts';
import { overlaps, rotateForm, rotateFormId } from '#app/webhooks/forms.ts';
import type { RevealedSecret } from './act.server.ts';

/** The secret that events are signed with, masked until it is revealed. */
export function SigningSecret({ endpointId, once }: { endpointId: string; once: string }) {
  const { secret } = (useActionData() as Partial<RevealedSecret> | undefined) ?? {};
  return (
    <TitledCard heading="h3" id="secret" title="Signing secret">
      <div className="grid gap-3 px-5 py-4">
        {secret === undefined ? (
          <Form className="flex min-h-9 items-center gap-2" method="post" preventScrollReset>
            <input name="intent" type="hidden" value="reveal" />
            <span aria-hidden="true" className="font-mono text-xs text-faint">
              whsec_••••••••••••
            </span>
            <button className="link cursor-pointer text-xs" type="submit">
              Show<span className="sr-only"> the signing secret</span>
            </button>
          </Form>
        ) : (
          <div className="flex min-w-0 items-start gap-2">
            <code className="min-w-0 py-2 font-mono text-xs break-all">{secret}</code>
            <CopyButton label="Signing secret" text={secret} />
            <Link
              className="link flex min-h-9 items-center text-xs"
              preventScrollReset
              replace
              to={paths.webhook(endpointId)}
            >
              Hide<span className="sr-only"> the signing secret</span>
            </Link>
          </div>
        )}
        <p className="text-xs text-faint">
          Verify each request with it: anyone may post to your address.{' '}
          <Link className="link" to={paths.ownDocsSection('webhooks')}>
            How to verify
          </Link>
        </p>
        <Rotate once={once} />
      </div>
    </TitledCard>
  );
}

/** Gives the endpoint a new secret after a confirmation, with an overlap. */
function Rotate({ once }: { once: string }) {
  const { form, fields, reply } = useValidatedForm({
    id: rotateFormId,
    schema: rotateForm,
    defaultValue: { overlapHours: '24' },
  });
  return (
    <PanelForm
      accessibleName="Rotate the signing secret"
      fallback={fallbacks.rotateWebhook}
      form={form}
      intent="rotate"
      label="Rotate"
      reply={reply}
    >
      <input name="once" type="hidden" value={once} />
      <p className="text-sm">
        Give this endpoint a new secret? While the old one signs as well, each request has a
        signature of both.
      </p>
      <Select field={fields.overlapHours} label="The old secret" options={overlaps} />
      <div>
        <SubmitButton busy="Rotating...">Rotate secret</SubmitButton>
      </div>
    </PanelForm>
  );
}
