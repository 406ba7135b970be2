import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { PanelProps } from '#app/components/panel.tsx';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { HiddenFields } from '#app/forms/field.tsx';

type OnOffProps = Pick<PanelProps, 'alignRight'> & {
  /** What is turned on or off, for screen readers. */
  name: string;
  isOn: boolean;
  /** What the form says of it; `status` is added. */
  fields: Record<string, string>;
  /** What happens when it is off. */
  children: ReactNode;
};

/** A button that enables something, or disables it after a confirmation. */
export function OnOff({ name, isOn, fields, alignRight = '@4xl', children }: OnOffProps) {
  if (!isOn) {
    return (
      <Form data-fallback={fallbacks.registry} method="post" preventScrollReset>
        <HiddenFields fields={{ ...fields, status: 'active' }} />
        <button aria-label={`Enable ${name}`} className="button-quiet" type="submit">
          Enable
        </button>
      </Form>
    );
  }
  return (
    <ConfirmButton
      alignRight={alignRight}
      confirmLabel={
        <>
          Disable <bdi>{name}</bdi>
        </>
      }
      fallback={fallbacks.registry}
      fields={{ ...fields, status: 'inactive' }}
      label="Disable"
      name={name}
    >
      {children}
    </ConfirmButton>
  );
}
