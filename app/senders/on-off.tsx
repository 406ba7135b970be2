import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

type OnOffProps = {
  /** What is turned on or off, for screen readers. */
  name: string;
  isOn: boolean;
  /** What the form says of it; the button adds `status`. */
  fields: Record<string, string>;
  /** It stands at the right end of its line; otherwise, on a card, at the left. */
  atRight?: boolean;
  /** What happens when it is off. */
  children: ReactNode;
};

/** A button that enables something, or disables it after a confirmation. */
export function OnOff({ name, isOn, fields, atRight = false, children }: OnOffProps) {
  const hidden = Object.entries(fields).map(([field, value]) => (
    <input key={field} name={field} type="hidden" value={value} />
  ));
  if (!isOn) {
    return (
      <Form data-fallback={fallbacks.registry} method="post" preventScrollReset>
        {hidden}
        <button
          aria-label={`Enable ${name}`}
          className="button-quiet"
          name="status"
          type="submit"
          value="active"
        >
          Enable
        </button>
      </Form>
    );
  }
  return (
    <div className="relative flex">
      <Disclosure
        summary={
          <summary aria-label={`Disable ${name}`} className="button-quiet list-none">
            Disable
          </summary>
        }
      >
        <Form
          className={`panel grid gap-4 ${atRight ? 'right-0 left-auto' : '@4xl:right-0 @4xl:left-auto'}`}
          data-fallback={fallbacks.registry}
          method="post"
          preventScrollReset
        >
          {hidden}
          <p className="text-sm [overflow-wrap:anywhere]">{children}</p>
          <div>
            <button className="button-quiet text-bad" name="status" type="submit" value="inactive">
              Disable <bdi>{name}</bdi>
            </button>
          </div>
        </Form>
      </Disclosure>
    </div>
  );
}
