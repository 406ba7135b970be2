import { CardList, CardListRow } from '#app/components/card-list.tsx';
import { PageLinks } from '#app/components/page-links.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { linkForm } from '#app/senders/forms.ts';
import { linkKindLabels, toOptions } from '#app/senders/labels.ts';
import type { PageOf } from '#app/senders/page-of.ts';
import type { Link, LinkKind } from '#domain/messaging/dlt/registry/contract.ts';
import { linkKey } from './keys.ts';

/** Links, numbers and email addresses that messages may contain, and a form that adds one. */
export function Links({
  page: { entries, next },
  refusedKinds,
  after,
}: {
  page: PageOf<Link>;
  /** Whose messages are refused where they are not registered. */
  refusedKinds: readonly LinkKind[];
  after: string | null;
}) {
  return (
    <TitledCard
      heading="h3"
      id="links"
      text="Operators block messages with others. Write them as they are registered."
      title="Links, numbers and email addresses"
    >
      <CardList empty="None yet. Until there is one, Dakiya only warns of links.">
        {entries.map((link) => (
          <CardListRow key={linkKey(link)}>
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
              {refusedKinds.includes(link.kind) ? (
                <>
                  Messages that contain <code className="font-mono text-xs">{link.value}</code> are
                  refused from then on.
                </>
              ) : (
                <>
                  Operators may block messages that contain{' '}
                  <code className="font-mono text-xs">{link.value}</code> from then on; Dakiya does
                  not refuse them.
                </>
              )}
            </ConfirmButton>
          </CardListRow>
        ))}
      </CardList>
      <PageLinks
        className="border-t border-line px-5 py-3"
        labels={{ first: 'First', next: 'Next' }}
        newest={after === null ? null : paths.links()}
        older={next && paths.links({ after: next })}
      />
      <AddLink />
    </TitledCard>
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
          hint="One whose end changes ends with a question mark: https://example.com/track?"
          label="Value"
        />
      </div>
      <div>
        <SubmitButton busy="Adding...">Add</SubmitButton>
      </div>
    </ValidatedForm>
  );
}
