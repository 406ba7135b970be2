import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { describeOff } from '#app/senders/describe-off.ts';
import { OnOff } from '#app/senders/on-off.tsx';
import { StatusStamp } from '#app/senders/status-stamp.tsx';
import { isSuspect, type TemplateRow } from '#domain/messaging/dlt/registry/contract.browser.ts';

type TemplateStatusFormProps = { template: Pick<TemplateRow, 'name' | 'status' | 'reason'> };

/** The state of a template, and buttons that disable or enable it, and remove it. */
export const TemplateStatusForm = ({ template }: TemplateStatusFormProps) => (
  <div className="flex items-center justify-between gap-4">
    <div className="grid min-w-0 justify-items-start gap-1.5">
      <StatusStamp health={isSuspect(template) ? 'suspect' : template.status} />
      <StateNote template={template} />
    </div>
    <div className="grid justify-items-end gap-2 @2xl:flex">
      <OnOff
        alignRight="always"
        fields={{ intent: 'status' }}
        isOn={template.status === 'approved'}
        name={template.name}
      >
        Messages with this template are refused until you enable it again.
      </OnOff>
      <ConfirmButton
        alignRight="always"
        fallback={fallbacks.registry}
        fields={{ intent: 'remove' }}
        label="Remove"
        name={`template ${template.name}`}
      >
        Messages with this template are refused, also those that wait to be sent. You can add its id
        again with another text.
      </ConfirmButton>
    </div>
  </div>
);

function StateNote({ template }: TemplateStatusFormProps) {
  const note =
    describeOff(template) ??
    (template.status === 'inactive' ? 'You disabled it: messages with it are refused.' : null);
  return note && <p className="max-w-prose text-xs text-faint [overflow-wrap:anywhere]">{note}</p>;
}
