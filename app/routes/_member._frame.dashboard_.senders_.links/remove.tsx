import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

type RemoveProps = {
  /** What is removed, for screen readers. */
  name: string;
  fields: Record<string, string>;
  /** What happens then. */
  children: ReactNode;
};

/** A button that removes something after a confirmation. */
export function Remove({ name, fields, children }: RemoveProps) {
  return (
    <div className="relative flex">
      <Disclosure
        summary={
          <summary aria-label={`Remove ${name}`} className="button-quiet list-none">
            Remove
          </summary>
        }
      >
        <Form
          className="panel grid gap-4 @2xl:right-0 @2xl:left-auto"
          data-fallback={fallbacks.registry}
          method="post"
          preventScrollReset
        >
          {Object.entries(fields).map(([field, value]) => (
            <input key={field} name={field} type="hidden" value={value} />
          ))}
          <p className="text-sm [overflow-wrap:anywhere]">{children}</p>
          <div>
            <button className="button-quiet text-bad" type="submit">
              Remove
            </button>
          </div>
        </Form>
      </Disclosure>
    </div>
  );
}
