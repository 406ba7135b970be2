import { useId } from 'react';
import { useHydrated } from '#app/components/use-hydrated.ts';
import type { FieldGroup } from '../contract.ts';

type BodyVariantSelectProps = {
  groups: FieldGroup[];
  chosen: number;
  onChoose: (index: number) => void;
};

/** Selects a variant of the body, if there are several. Without JavaScript the first one is used. */
export function BodyVariantSelect({ groups, chosen, onChoose }: BodyVariantSelectProps) {
  const name = useId();
  const hydrated = useHydrated();
  if (!hydrated || groups.length < 2) return null;
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <legend className="sr-only">Variant of the body</legend>
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
