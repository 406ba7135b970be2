import { data } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConsolePage } from '#app/console/console-page.tsx';
import type { ConsoleData } from '#app/console/contract.ts';
import { draftOfCall, handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { loadConsole } from '#app/console/load-console.server.ts';
import { MessageFields } from '#app/console/message-fields.tsx';
import { RecipientFields } from '#app/console/recipient-fields.tsx';
import { ModeNote, SendButton } from '#app/console/send-button.tsx';
import { TemplateSearch } from '#app/console/template-search.tsx';
import { useConsole } from '#app/console/use-console.ts';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

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
  { recentSignIn: false, showDraft: draftOfCall },
);

/** The console that sends a message with one of the user's keys and tracks it. */
export default function MessageScreen() {
  const data = useLoaderData<typeof loader>();
  // What was sent and answered in one mode is not shown in the other.
  return <MessageConsole data={data} key={String(data.livemode)} />;
}

function MessageConsole({ data }: { data: ConsoleData }) {
  const console = useConsole('message', data);
  const { sending } = console;
  const template = data.calls['send-message'];
  invariant(template, 'the console for messages knows how to send one');
  return (
    <ConsolePage
      above={
        data.senders ? <TemplateSearch chosenKey={data.chosen} senders={data.senders} /> : null
      }
      console={console}
      data={data}
      template={template}
      title="Send a message"
    >
      <RecipientFields console={console} />
      <MessageFields console={console} senders={data.senders} />
      <div className="grid justify-items-start gap-2">
        <SendButton sending={sending}>Send Test Message</SendButton>
        <ModeNote livemode={data.livemode} />
      </div>
    </ConsolePage>
  );
}
