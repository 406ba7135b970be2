import type { ReactNode } from 'react';
import { ServerToast } from '#app/components/toasts.tsx';
import { OtherModeNotice } from '#app/dashboard/mode/other-mode-notice.tsx';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { paths } from '#app/paths.ts';
import { CodeTabs } from './code-tabs.tsx';
import type { CallTemplate, ConsoleData, ConsoleFields, ConsoleTab } from './contract.ts';
import { DeliveryTracker } from './following/delivery-tracker.tsx';
import { KeySelect } from './key-select.tsx';
import { RequestForm } from './request-form.tsx';
import { ResponseCard } from './response-card.tsx';
import type { Console } from './use-console.ts';

type ConsolePageProps = {
  console: Console;
  data: ConsoleData;
  /** The call that the form makes next, and its title. */
  template: CallTemplate;
  title: string;
  /** A form of its own, above that of the call. */
  above?: ReactNode;
  children: ReactNode;
};

/** A console: the form, the delivery status and response of its last call, and the same call as code. */
export function ConsolePage({ console, data, template, title, above, children }: ConsolePageProps) {
  const { tab, reply, sent, pageToast, typed, idempotencyKey } = console;
  if (data.keys === null) return <EmptyKeys failed text="" title="" />;
  const values = {
    keyId: typed.key,
    recipient: typed.phone,
    message: typed.message,
    otp: typed.otp,
    service: typed.service,
    sender: typed.sender,
    template: typed.template,
    idempotencyKey,
  };
  return (
    <div className="@container">
      {data.ofOtherMode ? (
        <div className="mb-6">
          <OtherModeNotice {...data.ofOtherMode} livemode={data.livemode} />
        </div>
      ) : null}
      <div className="grid items-start gap-6 @4xl:grid-cols-[minmax(0,21rem)_minmax(0,1fr)]">
        <RequestForm above={above} action={actionOf(tab, typed)} console={console}>
          <KeySelect console={console} keys={data.keys} livemode={data.livemode} />
          {children}
        </RequestForm>
        <div className="@container grid min-w-0 grid-cols-1 gap-6">
          {sent ? <DeliveryTracker here={paths.sent(sent._id)} key={sent._id} sent={sent} /> : null}
          {reply?.exchange ? (
            <ResponseCard
              exchange={reply.exchange}
              refusedByDlt={reply.refusedByDlt}
              template={data.calls[reply.exchange.call]}
            />
          ) : null}
          <CodeTabs livemode={data.livemode} template={template} title={title} values={values} />
        </div>
      </div>
      <ServerToast toast={pageToast} />
    </div>
  );
}

/** Without a script, the page that answers the form has the same template. */
const actionOf = (tab: ConsoleTab, { template }: ConsoleFields) =>
  paths.dashboard(tab, template === '' ? {} : { template });
