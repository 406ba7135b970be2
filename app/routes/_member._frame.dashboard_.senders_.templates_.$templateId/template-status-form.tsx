import { OnOff } from '#app/senders/on-off.tsx';
import { StatusStamp } from '#app/senders/status-stamp.tsx';
import type { TemplateStatus } from '#domain/messaging/dlt/registry/contract.ts';

type TemplateStatusFormProps = { name: string; status: TemplateStatus };

/** The state of a template, and a button that disables or enables it. */
export const TemplateStatusForm = ({ name, status }: TemplateStatusFormProps) => (
  <div className="flex items-center justify-between gap-4">
    <StatusStamp status={status} />
    <OnOff atRight fields={{ intent: 'status' }} isOn={status === 'approved'} name={name}>
      Messages with this template are refused until you enable it again.
    </OnOff>
  </div>
);
