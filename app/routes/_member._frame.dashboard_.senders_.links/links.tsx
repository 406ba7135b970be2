import { CardListRow } from '#app/components/card-list.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { linkForm } from '#app/senders/forms.ts';
import { linkKindLabels, toOptions } from '#app/senders/labels.ts';
import type { PageOf } from '#app/senders/page-of.ts';
import type { Link, LinkKind } from '#domain/messaging/dlt/registry/contract.browser.ts';
import { linkKey } from './keys.ts';
import { PagedCard } from './paged-card.tsx';

/** Links, numbers and email addresses that messages may contain, and a form that adds one. */
export function Links({
  page: { entries, next },
  rejectedKinds,
}: {
  page: PageOf<Link>;
  /** Messages with one of these kinds that is not registered are rejected. */
  rejectedKinds: readonly LinkKind[];
}) {
  return (
    <PagedCard
      empty="None yet. As long as you have registered none, Dakiya only warns about links."
      id="links"
      next={next}
      param="after"
      rows={entries.map((link) => (
        <LinkRow isRejected={rejectedKinds.includes(link.kind)} key={linkKey(link)} link={link} />
      ))}
      text="Operators block a message that contains one that is not registered. Enter each exactly as on your DLT portal."
      title="Links, numbers and email addresses"
    >
      <AddLink />
    </PagedCard>
  );
}

type LinkRowProps = {
  link: Link;
  /** Whether Dakiya rejects messages that contain it once it is removed. */
  isRejected: boolean;
};

function LinkRow({ link, isRejected }: LinkRowProps) {
  const value = <code className="font-mono text-xs">{link.value}</code>;
  return (
    <CardListRow>
      <span className="grid min-w-0">
        <code className="font-mono text-xs [overflow-wrap:anywhere]">{link.value}</code>
        <span className="text-xs text-faint">{linkKindLabels[link.kind]}</span>
      </span>
      <ConfirmButton
        alignRight="@2xl"
        fallback={fallbacks.registry}
        fields={{ intent: 'remove-link', ...link }}
        label="Remove"
        name={link.value}
      >
        {isRejected ? (
          <>Dakiya will then reject messages that contain {value}.</>
        ) : (
          <>Operators may then block messages that contain {value}. Dakiya still accepts them.</>
        )}
      </ConfirmButton>
    </CardListRow>
  );
}

function AddLink() {
  const { form, fields, reply } = useValidatedForm({
    id: 'link',
    schema: linkForm,
    defaultValue: { kind: 'url' },
  });
  return (
    <ValidatedForm
      className="grid gap-5 border-t border-line p-5"
      fallback={fallbacks.registry}
      form={form}
      intent="link"
      reply={reply}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        <Select field={fields.kind} label="Kind" options={toOptions(linkKindLabels)} />
        <Field
          autoComplete="off"
          field={fields.value}
          hint="If the end of a link changes, enter it without that end, with a question mark: https://example.com/track?"
          label="Value"
        />
      </div>
      <div>
        <SubmitButton busy="Adding...">Add</SubmitButton>
      </div>
    </ValidatedForm>
  );
}
