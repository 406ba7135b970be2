import { OnOff } from '#app/senders/on-off.tsx';
import { Remove } from '#app/senders/remove.tsx';
import { StatusStamp } from '#app/senders/status-stamp.tsx';
import type { TemplateStatus } from '#domain/messaging/dlt/registry/contract.ts';

type TemplateStatusFormProps = { name: string; status: TemplateStatus };

/** The state of a template, and buttons that disable or enable it, and remove it. */
export const TemplateStatusForm = ({ name, status }: TemplateStatusFormProps) => (
  <div className="flex items-center justify-between gap-4">
    <StatusStamp status={status} />
    <div className="grid justify-items-end gap-2 @2xl:flex">
      <OnOff atRight fields={{ intent: 'status' }} isOn={status === 'approved'} name={name}>
        Messages with this template are refused until you enable it again.
      </OnOff>
      <Remove fields={{ intent: 'remove' }} leftFrom="always" name={`template ${name}`}>
        Messages with this template are refused, also those that wait to be sent. You can add its id
        again with another text.
      </Remove>
    </div>
  </div>
);
