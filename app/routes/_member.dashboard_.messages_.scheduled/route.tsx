import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { TextLink } from '#app/components/links.tsx';
import { CardCell, CardRow, CardTable, EmptyState, PageLinks } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { ConfirmButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { orToast } from '#app/forms/submit.server.ts';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { toLocalTime } from '#app/messages/contract.ts';
import { LogTabs, MessageText } from '#app/messages/log-parts.tsx';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { maxMoveDays } from '#domain/messaging/scheduling/contract.browser.ts';
import {
  cancelScheduled,
  listScheduled,
  reschedule,
} from '#domain/messaging/scheduling/scheduled-messages.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Scheduled messages');

const pageSize = 25;

const id = safeText.max(64);

/** Loads a page of the scheduled messages of the dashboard's mode. */
async function loadScheduled(signedIn: SignedInUser, args: LoaderFunctionArgs) {
  const given = id.safeParse(new URL(args.request.url).searchParams.get('after') ?? '').data;
  const after = given || undefined;
  const livemode = await readLivemode(args.request, signedIn);
  const viewer = toViewer(signedIn, args, 'page');
  return { ...(await listScheduled(viewer, { livemode, limit: pageSize, after })), after };
}

/** The form with a new time, which is typed as a time in India. */
const moveForm = z.object({
  id: z.string(),
  send_at: z.string('Please enter a date and a time'),
});

const moveInput = z.object({
  id,
  send_at: z
    .string('Please enter a date and a time')
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Please enter a date and a time')
    .transform((typed) => `${typed.length === 16 ? `${typed}:00` : typed}+05:30`),
});

const moveFormId = (messageId: string) => `move-${messageId}`;

/**
 * Cancelling or moving a message can only delay or prevent it, so neither needs a recent
 * sign-in.
 */
const forms = screenForms({
  cancel: {
    recentSignIn: false,
    act: ({ userId }, form, { page }) =>
      orToast({ to: page, fallback: fallbacks.schedule }, async () => {
        await cancelScheduled({ userId }, requireId(form));
        return redirectDone(page, 'Message cancelled');
      }),
  },
  move: formAct({
    recentSignIn: false,
    schema: moveInput,
    formId: (form) => moveFormId(requireId(form)),
    fallback: fallbacks.schedule,
    run: async ({ id: given, send_at }, { signedIn: { userId }, page }) => {
      const { isDefaultPlan } = await getCurrentUsagePeriod(userId);
      await reschedule({ userId, onDefaultPlan: isDefaultPlan }, given, { send_at });
      return redirectDone(page, 'Time changed');
    },
  }),
});

/** @throws Response 400 without the id of a message */
function requireId(form: FormData): string {
  const given = id.safeParse(form.get('id')).data;
  if (!given) throw new Response(null, { status: 400 });
  return given;
}

export const loader = loadScreen('messages', loadScheduled, () => null);

export const action = actOnScreen('messages', forms.act, { recentSignIn: forms.recentSignIn });

export default confirmFirst(Scheduled);

/** Messages whose time has not come yet. */
function Scheduled() {
  const { entries, next, after } = useLoaderData<typeof loader>();
  const isEmpty = entries.length === 0 && after === undefined;
  return (
    <div className="@container grid gap-5">
      <LogTabs open="scheduled" />
      <p className="max-w-prose text-sm text-faint">
        Messages that your programs sent with <code className="font-mono">send_at</code>. They are
        charged already; a message that you cancel is credited back.
      </p>
      {isEmpty ? (
        <EmptyState
          text="A message with the field send_at is listed here until that time."
          title="No scheduled messages"
        >
          <TextLink to={`${paths.ownDocsSection('messaging')}#send-a-message-later`}>
            How to send a message later
          </TextLink>
        </EmptyState>
      ) : entries.length > 0 ? (
        <ScheduledTable entries={entries} />
      ) : (
        <p className="card p-6 text-sm">No more scheduled messages.</p>
      )}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === undefined ? null : paths.scheduled()}
        older={next && paths.scheduled({ after: next })}
      />
    </div>
  );
}

const columns = ['Time', 'Number', 'Text', 'Sender', 'Actions'];

const ScheduledTable = ({ entries }: { entries: MessageOutput[] }) => (
  <CardTable caption="Scheduled messages" columns={columns}>
    {entries.map((message) => (
      <CardRow className="grid grid-cols-2 py-2" key={message._id}>
        <CardCell label="Time">
          <span className="whitespace-nowrap">
            <TextLink to={paths.message(message._id)}>
              <Timestamp at={timeOf(message)} />
            </TextLink>
          </span>
        </CardCell>
        <CardCell label="Number">
          <code className="font-mono">{message.recipient}</code>
        </CardCell>
        <CardCell label="Text" wide>
          <span className="line-clamp-2 [overflow-wrap:anywhere]">
            <MessageText {...message} />
          </span>
        </CardCell>
        <CardCell label="Sender">
          <code className="font-mono text-xs">{message.serverNumber}</code>
        </CardCell>
        <CardCell wide>
          <div className="flex justify-end gap-2 whitespace-nowrap">
            <MoveForm message={message} />
            <ConfirmButton
              alignRight="always"
              fallback={fallbacks.schedule}
              fields={{ intent: 'cancel', id: message._id }}
              label="Cancel"
              confirmLabel="Cancel the message"
              name={`the message to ${message.recipient}`}
            >
              The message is not sent, and is credited back. This cannot be undone.
            </ConfirmButton>
          </div>
        </CardCell>
      </CardRow>
    ))}
  </CardTable>
);

const timeOf = ({ scheduledFor, createdAt }: MessageOutput) => new Date(scheduledFor ?? createdAt);

/** A button that opens a form for a new time. */
function MoveForm({ message }: { message: MessageOutput }) {
  const { form, fields } = useValidatedForm({
    id: moveFormId(message._id),
    schema: moveForm,
    defaultValue: { id: message._id, send_at: toLocalTime(timeOf(message)) },
  });
  return (
    <PanelForm
      accessibleName={`Change time of the message to ${message.recipient}`}
      alignRight="always"
      fallback={fallbacks.schedule}
      form={form}
      intent="move"
      label="Change time"
    >
      <input name="id" type="hidden" value={message._id} />
      <Field
        field={fields.send_at}
        hint={`India’s time (IST), at most ${maxMoveDays} days before or after the time that was first scheduled`}
        label="New time"
        type="datetime-local"
      />
      <SubmitLine busy="Saving...">Change time</SubmitLine>
    </PanelForm>
  );
}
