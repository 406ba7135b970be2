import { CardCell, CardRow, CardTable } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FileField } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { evidenceForm } from '#app/senders/forms.ts';
import { categoryLabels, describeOff } from '#app/senders/labels.ts';
import { type Health, OnOff, StatusStamp } from '#app/senders/registry-page.tsx';
import { type Entity, evidenceTypes, isSuspect } from '#domain/dlt/registry/contract.browser.ts';
import type { HeaderView } from './load-senders.server.ts';

const columns = ['Header', 'State', 'Category', 'Entity', 'Last used', 'Actions'];

type HeaderTableProps = { headers: HeaderView[]; entities: Entity[] };

/** A page of headers: a table on wide screens, cards on narrow ones. */
export function HeaderTable({ headers, entities }: HeaderTableProps) {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  return (
    <CardTable caption="Headers" columns={columns}>
      {headers.map((header) => (
        <CardRow className="grid grid-cols-2 py-2" id={header.header} key={header.header}>
          <CardCell wide>
            <span className="flex items-center justify-between gap-3">
              <span className="font-mono font-medium">{header.header}</span>
              <span className="@4xl:hidden">
                <StatusStamp health={healthOf(header)} />
              </span>
            </span>
          </CardCell>
          <CardCell wide>
            <span className="hidden @4xl:inline">
              <StatusStamp health={healthOf(header)} />
            </span>
            <StateNote header={header} />
          </CardCell>
          <CardCell label="Category">{categoryLabels[header.category]}</CardCell>
          <CardCell label="Entity">
            <bdi className="[overflow-wrap:anywhere]">{names.get(header.entityId)}</bdi>
          </CardCell>
          <CardCell label="Last used" wide>
            {header.lastUsedAt ? <Timestamp at={header.lastUsedAt} /> : 'Never'}
          </CardCell>
          <CardCell wide>
            <HeaderActions header={header} />
          </CardCell>
        </CardRow>
      ))}
    </CardTable>
  );
}

/** What a header's state means for its owner. */
function StateNote({ header }: { header: HeaderView }) {
  const note = describeState(header);
  return note ? (
    <span
      className={`block max-w-xs text-xs [overflow-wrap:anywhere] @4xl:pt-1 ${header.daysLeft === null ? 'text-faint' : 'text-waiting'}`}
    >
      <bdi>{note}</bdi>
    </span>
  ) : null;
}

function describeState(header: HeaderView): string | null {
  const { status, reason, daysLeft, lastUsedAt, hasEvidence, hasNewEvidence } = header;
  const sinceApproval = lastUsedAt === null ? ' since it was approved' : '';
  switch (status) {
    case 'pending': {
      const waiting = 'Waiting for approval by the operator of this installation.';
      return hasEvidence ? waiting : `${waiting} Add a file that shows that the header is yours.`;
    }
    case 'approved':
      if (daysLeft === null) return reason;
      return daysLeft === 0
        ? `Not used for 30 days${sinceApproval}: operators may have suspended the header.`
        : `Not used for ${30 - daysLeft} days${sinceApproval}: operators suspend the header in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}.`;
    case 'declined': {
      const next = hasNewEvidence
        ? 'You have added evidence since then: the operator will look at the header again.'
        : 'Add other evidence, and the operator will look at the header again.';
      return `Declined by the operator of this installation: “${reason}” ${next}`;
    }
    case 'inactive':
    case 'suspended':
    case 'blacklisted':
      return describeOff(header) ?? 'You disabled this header: messages from it are refused.';
  }
}

/**
 * The label of the stamp. It can differ from the state: an approved header may be unused, or turned off after an operator's
 * report.
 */
const healthOf = ({ status, reason, daysLeft }: HeaderView): Health => {
  if (isSuspect({ status, reason })) return 'suspect';
  return daysLeft === null ? status : 'idle';
};

/** The actions for a header in its state. */
function HeaderActions({ header }: { header: HeaderView }) {
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
          entity or category. The file with evidence is deleted.
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

/** A form that adds a file to a header. The file proves to the installation's operator who owns the header. */
function AddEvidence({ header: { header, hasEvidence } }: { header: HeaderView }) {
  const { form, fields } = useValidatedForm({
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
    >
      {/* The file comes last, because an oversized form is parsed only up to the limit. */}
      <input name="header" type="hidden" value={header} />
      <FileField
        accept={evidenceTypes.join()}
        field={fields.content}
        hint="PDF, PNG or JPEG, at most 5 MiB, for example the portal’s approval of the header."
        label="File"
      />
      <SubmitLine busy="Sending...">Send</SubmitLine>
    </PanelForm>
  );
}
