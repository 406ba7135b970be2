import { ConsolePage } from '#app/console/console-page.tsx';
import type { ConsoleData } from '#app/console/contract.ts';
import { RecipientFields } from '#app/console/recipient-fields.tsx';
import { SendButton } from '#app/console/send-button.tsx';
import { useConsole } from '#app/console/use-console.ts';
import { FieldFaults } from '#app/forms/field.tsx';
import { invariant } from '#domain/shared/errors.ts';

/** Sends a message with one of the user's keys, and follows it. */
export function View({ data }: { data: ConsoleData }) {
  const console = useConsole('message', data);
  const { typed, set, faults, sending } = console;
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
          aria-describedby={faults.message ? 'message-fault' : undefined}
          aria-invalid={faults.message ? true : undefined}
          className="input min-h-28"
          id="message"
          name="message"
          onChange={({ target }) => set({ message: target.value })}
          value={typed.message}
        />
        <FieldFaults faults={faults.message ? [faults.message] : undefined} id="message-fault" />
      </div>
      <div>
        <SendButton sending={sending}>Send Test Message</SendButton>
      </div>
    </ConsolePage>
  );
}
