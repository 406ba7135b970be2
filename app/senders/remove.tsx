import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

type RemoveProps = {
  /** What is removed, for screen readers. */
  name: string;
  fields: Record<string, string>;
  /** From which width on its panel opens to the left: where the button stands at the right end of its line. */
  leftFrom?: keyof typeof panels;
  /** What is said if it fails without a known reason. */
  fallback?: keyof typeof fallbacks;
  /** What happens then. */
  children: ReactNode;
};

const panels = {
  always: 'right-0 left-auto',
  '@2xl': '@2xl:right-0 @2xl:left-auto',
  '@4xl': '@4xl:right-0 @4xl:left-auto',
};

/** A button that removes something after a confirmation. */
export function Remove({
  name,
  fields,
  leftFrom = '@2xl',
  fallback = 'registry',
  children,
}: RemoveProps) {
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
          className={`panel grid gap-4 ${panels[leftFrom]}`}
          data-fallback={fallbacks[fallback]}
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
