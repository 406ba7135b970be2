import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConsolePage } from '#app/console/console-page.tsx';
import type { ConsoleData } from '#app/console/contract.ts';
import { draftOfCall } from '#app/console/draft-of-call.server.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import { ModeNote } from '#app/console/mode-note.tsx';
import { RecipientFields } from '#app/console/recipient-fields.tsx';
import { SendButton } from '#app/console/send-button.tsx';
import { useConsole } from '#app/console/use-console.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { invariant } from '#domain/shared/errors.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'message', byMode: true };
export const meta = screenMeta('message');

export const loader = loadScreen(
  'message',
  (signedIn, { request }) => loadConsole(['send-message'], signedIn, request),
  draftOfCall,
);

/** Sends a message. */
export const action = actOnScreen(
  'message',
  async (signedIn, form, { context }) => {
    const reply = await handleConsoleForm('message', signedIn, form, toClientAddresses(context));
    return data(reply, { status: reply.status });
  },
  { showDraft: draftOfCall },
);

/** The console that sends a message with one of the user's keys and tracks it. */
export default function MessageScreen() {
  const data = useLoaderData<typeof loader>();
  // What was sent and answered in one mode is not shown in the other.
  return <MessageConsole data={data} key={String(data.livemode)} />;
}

function MessageConsole({ data }: { data: ConsoleData }) {
  const console = useConsole('message', data);
  const { typed, set, errors, sending } = console;
  const template = data.calls['send-message'];
  invariant(template, 'the console for messages knows how to send one');
  return (
    <ConsolePage console={console} data={data} template={template} title="Send a message">
      <RecipientFields console={console} />
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor="message">
          Message
        </label>
        <textarea
          aria-describedby={errors.message ? 'message-error' : undefined}
          aria-invalid={errors.message ? true : undefined}
          className="input min-h-28"
          id="message"
          name="message"
          onChange={({ target }) => set({ message: target.value })}
          value={typed.message}
        />
        <FieldErrors errors={errors.message ? [errors.message] : undefined} id="message-error" />
      </div>
      <div className="grid justify-items-start gap-2">
        <SendButton sending={sending}>Send Test Message</SendButton>
        <ModeNote livemode={data.livemode} />
      </div>
    </ConsolePage>
  );
}
