import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { QuietLink } from '#app/components/links.tsx';
import { CardList, CardListRow } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { ConfirmButton, DeleteCard, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { orToast, readFields } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { serviceFormId, testNumberForm, testNumberFormId } from '#app/otp-services/forms.ts';
import { ServicePage } from '#app/otp-services/otp-page.tsx';
import { ServiceForm } from '#app/otp-services/service-form.tsx';
import {
  findService,
  serviceFormInput,
  testNumberInput,
  toServiceFields,
  toServiceInput,
} from '#app/otp-services/service-input.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { suggestHeaders } from '#domain/dlt/registry/list-registry.ts';
import type { TestNumber } from '#domain/messaging/otp/services/contract.ts';
import { changeService, deleteService } from '#domain/messaging/otp/services/manage-services.ts';
import { addTestNumber, removeTestNumber } from '#domain/messaging/otp/services/test-numbers.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { formatLongDate } from '#domain/shared/format.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'OTPVerification',
  ({ name }: { name: string }) => `Change ${name}`,
);
export const meta = pageBelowMeta(handle, 'Change an OTP service');

const oneNumber = z.object({ recipient: safeText.max(20) });

/**
 * Changing test numbers is a sensitive action: a person who knows a test number's code can sign in to an account of the
 * customer's app.
 */
const changingTestNumbers = { for: 'change_test_numbers' } as const;

const forms = screenForms({
  save: formAct({
    recentSignIn: false,
    schema: serviceFormInput,
    formId: serviceFormId,
    fallback: fallbacks.otpService,
    isRestored: true,
    run: async (value, { signedIn: { userId }, params: { serviceId: id = '' } }) => {
      await changeService(userId, id, toServiceInput(value));
      return redirectDone(paths.otpService(id), 'OTP service saved');
    },
  }),
  'add-test-number': formAct({
    recentSignIn: changingTestNumbers,
    schema: testNumberInput,
    formId: testNumberFormId,
    fallback: fallbacks.otpService,
    isRestored: true,
    run: async (value, { signedIn: { userId }, params: { serviceId: id = '' } }) => {
      const { recipient, code, ends_on: endsOn } = value;
      await addTestNumber(userId, id, { recipient, code, endsOn });
      return redirectDone(paths.editOtpService(id), 'Test number added');
    },
  }),
  'remove-test-number': {
    recentSignIn: changingTestNumbers,
    act: ({ userId }, form, { params: { serviceId: id = '' } }) =>
      orToast({ to: paths.editOtpService(id), fallback: fallbacks.otpService }, async () => {
        await removeTestNumber(userId, id, readFields(form, oneNumber).recipient);
        return redirectDone(paths.editOtpService(id), 'Test number removed');
      }),
  },
  delete: {
    recentSignIn: { for: 'delete_otp_service' },
    act: ({ userId }, _, { params: { serviceId: id = '' } }) =>
      orToast({ to: paths.otpServices, fallback: fallbacks.deleteOtpService }, async () => {
        await deleteService(userId, id);
        return redirectDone(paths.otpServices, 'OTP service deleted');
      }),
  },
});

/** @throws Response 404 if the account has no such service */
export const loader = loadScreen(
  'OTPVerification',
  async ({ userId }, { params: { serviceId = '' } }) => {
    const [service, headers] = await Promise.all([
      findService(userId, serviceId),
      suggestHeaders(userId),
    ]);
    const { id, name, length, letters, testNumbers } = service;
    const [today = ''] = lastDaysInIndia(clock.now(), 1);
    return {
      ...{ id, name, length, letters, headers },
      fields: toServiceFields(service),
      testNumbers: testNumbers.map((one) => ({ ...one, isOver: one.endsOn < today })),
    };
  },
  forms.showDraft,
);

export const action = actOnScreen('OTPVerification', forms.act, forms);

export default confirmFirst(EditService);

function EditService() {
  const { id, name, length, letters, headers, fields, testNumbers } =
    useLoaderData<typeof loader>();
  return (
    <ServicePage
      actions={<QuietLink to={paths.otpService(id)}>Results of this service’s codes</QuietLink>}
      text="A change takes effect within a second. Codes that were sent before the change keep their validity and number of attempts."
      title={null}
    >
      <ServiceForm action="Save changes" headers={headers} service={fields} />
      <TestNumbers length={length} letters={letters} testNumbers={testNumbers} />
      <DeleteCard
        fallback={fallbacks.deleteOtpService}
        name={name}
        text="Calls that name this service will be rejected. Codes that were sent can still be verified by their ids."
        title="Delete this service"
      >
        Delete <bdi className="font-medium">{name}</bdi>? Programs that send codes with this service
        stop working, and the service cannot be restored.
      </DeleteCard>
    </ServicePage>
  );
}

type TestNumbersProps = {
  testNumbers: (TestNumber & { isOver: boolean })[];
  /** The number of characters of a code. */
  length: number;
  letters: boolean;
};

/** @param day `2026-12-24` */
const formatDay = (day: string) => formatLongDate(new Date(`${day}T00:00:00+05:30`));

/** Numbers with fixed codes, and a form that adds one. */
function TestNumbers({ testNumbers, length, letters }: TestNumbersProps) {
  return (
    <TitledCard
      heading="h2"
      id="test"
      text="Test numbers are for people who review your app. A test number gets no message, and has a fixed code until its last day is over; nothing is charged or counted. Anyone who knows the number and the code can sign in to your app with them."
      title="Test numbers"
    >
      <CardList empty="No test numbers yet. Every number gets a real message.">
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
                {one.isOver ? 'was a test number until' : 'until'} {formatDay(one.endsOn)}
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
  const { form, fields } = useValidatedForm({
    id: testNumberFormId,
    schema: testNumberForm,
  });
  return (
    <ValidatedForm
      className="grid gap-5 border-t border-line p-5"
      fallback={fallbacks.otpService}
      form={form}
      intent="add-test-number"
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          field={fields.recipient}
          hint="An Indian mobile number that is yours"
          label="Phone number"
        />
        <Field
          field={fields.code}
          hint={`${length} ${letters ? 'capitals or digits' : 'digits'}, not easily guessed`}
          label="Fixed code"
        />
        <Field
          autoComplete={null}
          field={fields.ends_on}
          hint="By India’s clock"
          label="Last day"
          type="date"
        />
      </div>
      <SubmitLine busy="Adding...">Add test number</SubmitLine>
    </ValidatedForm>
  );
}
