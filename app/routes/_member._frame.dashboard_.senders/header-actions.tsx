import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FileField } from '#app/forms/file-field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { evidenceForm } from '#app/senders/forms.ts';
import { OnOff } from '#app/senders/on-off.tsx';
import { evidenceTypes } from '#domain/messaging/dlt/registry/contract.browser.ts';
import type { HeaderView } from './load-senders.server.ts';

/** What can be done with a header in its state. */
export function HeaderActions({ header }: { header: HeaderView }) {
  const { header: name, status } = header;
  if (status === 'pending' || status === 'declined') {
    return (
      <div className="grid justify-items-start gap-2 @4xl:flex @4xl:flex-wrap">
        <AddEvidence header={header} />
        <ConfirmButton
          alignRight="@4xl"
          fallback={fallbacks.registry}
          fields={{ intent: 'remove-header', header: name }}
          label="Remove"
          name={`header ${name}`}
        >
          You can add <strong className="font-mono font-medium">{name}</strong> again, with another
          entity or category. Its evidence is deleted.
        </ConfirmButton>
      </div>
    );
  }
  return (
    <OnOff fields={{ intent: 'header', header: name }} isOn={status === 'approved'} name={name}>
      Messages from <strong className="font-mono font-medium">{name}</strong> are refused until you
      enable it again.
    </OnOff>
  );
}

/** A form for a file that shows whose a header is, for the operator of the installation. */
function AddEvidence({ header: { header, hasEvidence } }: { header: HeaderView }) {
  const { form, fields, reply } = useValidatedForm({
    id: `evidence-${header}`,
    schema: evidenceForm,
  });
  const label = hasEvidence ? 'Replace evidence' : 'Add evidence';
  return (
    <PanelForm
      accessibleName={`${label} of ${header}`}
      alignRight="@4xl"
      buttonClassName="button-quiet whitespace-nowrap"
      encType="multipart/form-data"
      fallback={fallbacks.registry}
      form={form}
      intent="evidence"
      label={label}
      reply={reply}
    >
      {/* The file comes last, as an oversized form is parsed only up to the limit. */}
      <input name="header" type="hidden" value={header} />
      <FileField
        accept={evidenceTypes.join()}
        field={fields.content}
        hint="PDF, PNG or JPEG, at most 5 MiB: such as the portal’s approval of the header."
        label="File"
      />
      <div>
        <SubmitButton busy="Sending...">Send</SubmitButton>
      </div>
    </PanelForm>
  );
}
