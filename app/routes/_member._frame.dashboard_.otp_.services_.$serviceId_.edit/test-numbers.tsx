import { CardList, CardListRow } from '#app/components/card-list.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { testNumberForm, testNumberFormId } from '#app/otp-services/forms.ts';
import type { TestNumber } from '#domain/messaging/otp/services/contract.ts';
import { formatLongDate } from '#domain/shared/days-in-india.browser.ts';

type TestNumbersProps = {
  testNumbers: (TestNumber & { isOver: boolean })[];
  /** Of a code. */
  length: number;
  letters: boolean;
};

/** @param day `2026-12-24` */
const formatDay = (day: string) => formatLongDate(new Date(`${day}T00:00:00+05:30`));

/** Numbers with fixed codes, and a form that adds one. */
export function TestNumbers({ testNumbers, length, letters }: TestNumbersProps) {
  return (
    <TitledCard
      heading="h3"
      id="test"
      text="For those who review your app. Such a number gets no message and has a fixed code until its last day is over; nothing is charged or counted. Anyone who knows number and code can sign in to your app with them."
      title="Test numbers"
    >
      <CardList empty="None yet. Every number gets a real message.">
        {testNumbers.map((one) => (
          <CardListRow key={one.recipient}>
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className={`stamp ${one.isOver ? 'text-faint' : 'text-waiting'}`}>
                {one.isOver ? 'over' : 'test'}
              </span>
              <span className="font-mono">{one.recipient}</span>
              <span>
                code <code className="font-mono">{one.code}</code>
              </span>
              <span className="text-faint">
                {one.isOver ? 'was one until' : 'until'} {formatDay(one.endsOn)}
              </span>
            </span>
            <ConfirmButton
              alignRight="@2xl"
              confirmLabel={`Remove ${one.recipient}`}
              fallback={fallbacks.otpService}
              fields={{ intent: 'remove-test-number', recipient: one.recipient }}
              label="Remove"
              name={one.recipient}
            >
              This number will then get real messages, which are charged.
            </ConfirmButton>
          </CardListRow>
        ))}
      </CardList>
      <AddTestNumber length={length} letters={letters} />
    </TitledCard>
  );
}

function AddTestNumber({ length, letters }: { length: number; letters: boolean }) {
  const { form, fields, reply } = useValidatedForm({
    id: testNumberFormId,
    schema: testNumberForm,
  });
  return (
    <ValidatedForm
      className="grid gap-5 border-t border-line p-5"
      fallback={fallbacks.otpService}
      form={form}
      intent="add-test-number"
      reply={reply}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          autoComplete="off"
          field={fields.recipient}
          hint="An Indian mobile number that is yours"
          label="Phone number"
        />
        <Field
          autoComplete="off"
          field={fields.code}
          hint={`${length} ${letters ? 'capitals or digits' : 'digits'}, not easily guessed`}
          label="Fixed code"
        />
        <Field field={fields.ends_on} hint="By India’s clock" label="Last day" type="date" />
      </div>
      <div>
        <SubmitButton busy="Adding...">Add test number</SubmitButton>
      </div>
    </ValidatedForm>
  );
}
