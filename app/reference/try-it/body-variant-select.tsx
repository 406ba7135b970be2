import { useId } from 'react';
import { useHydrated } from '#app/components/use-hydrated.ts';
import type { FieldGroup } from '../contract.ts';

type FormChoiceProps = { groups: FieldGroup[]; chosen: number; onChoose: (index: number) => void };

/** Which form of the body is sent, where it has several. Without JavaScript it is the first. */
export function BodyVariantSelect({ groups, chosen, onChoose }: FormChoiceProps) {
  const name = useId();
  const hydrated = useHydrated();
  if (!hydrated || groups.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <legend className="sr-only">Form of the body</legend>
      {groups.map(({ title }, index) => (
        <label className="flex min-h-6 cursor-pointer items-center gap-2" key={title}>
          <input
            checked={index === chosen}
            className="size-4 accent-airmail"
            name={name}
            onChange={() => onChoose(index)}
            type="radio"
          />
          {title ?? `Form ${index + 1}`}
        </label>
      ))}
    </fieldset>
  );
}
