import type { ReactNode } from 'react';
import type { Console } from './use-console.ts';

type RequestFormProps = {
  action: string;
  console: Console;
  above: ReactNode;
  children: ReactNode;
};

/** The form of a console. Its idempotency key makes a repeated submit harmless. */
export function RequestForm({ action, console, above, children }: RequestFormProps) {
  const { form, send, stage, idempotencyKey } = console;
  return (
    <section aria-labelledby="request-title" className="card min-w-0 @4xl:sticky @4xl:top-6">
      <h2
        className="flex min-h-12 items-center border-b border-line px-5 py-2 text-sm font-medium"
        id="request-title"
      >
        Request
      </h2>
      {above}
      <form action={action} className="grid gap-5 p-5" method="post" onSubmit={send} ref={form}>
        <input name="idempotencyKey" type="hidden" value={idempotencyKey} />
        <input name="stage" type="hidden" value={stage} />
        {children}
      </form>
    </section>
  );
}
