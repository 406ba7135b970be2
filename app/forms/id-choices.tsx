import type { FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { useHydrated } from '#app/request-context.ts';
import { FieldErrors, FoldedFields, hintIdOf } from './field.tsx';
import { listMark } from './parse-form.ts';

/** An item to choose, with its id. */
export type Choice = { id: string; name: string };

type IdChoicesProps = {
  /** A list of ids, separated by spaces or commas. */
  field: FieldMetadata<string | undefined>;
  label: string;
  hint: string;
  groups: readonly { label: string; choices: readonly Choice[] }[];
};

/** The minimum number of choices for which the list has a filter field. */
const minFiltered = 8;

/**
 * A selection of several items from lists. Users can also type ids, because an account may have more items than the lists
 * show.
 */
export function IdChoices({ field, label, hint, groups }: IdChoicesProps) {
  const [wanted, setWanted] = useState('');
  const hydrated = useHydrated();
  const chosen = new Set((field.initialValue ?? '').split(/[\s,]+/).filter(Boolean));
  const listed = groups.flatMap(({ choices }) => choices);
  const others = [...chosen].filter((id) => listed.every((one) => one.id !== id));
  const hintId = hintIdOf(field, hint);
  const isWanted = ({ id, name }: Choice) =>
    `${name} ${id}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const typedIds = (
    <textarea
      aria-describedby={field.errors?.length ? field.errorId : hintId}
      aria-invalid={field.errors?.length ? true : undefined}
      aria-label={listed.length > 0 ? `${label}: ids that are not listed` : label}
      className="input min-h-20 font-mono"
      defaultValue={others.join('\n')}
      id={field.id}
      name={field.name}
      placeholder={listed.length > 0 ? undefined : 'Ids, one per line'}
      spellCheck={false}
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {hydrated && listed.length >= minFiltered ? (
        <input
          aria-label={`Find in ${label}`}
          autoComplete="off"
          className="input"
          onChange={(event) => setWanted(event.target.value)}
          placeholder="Name or id"
          type="search"
          value={wanted}
        />
      ) : null}
      {listed.length > 0 ? (
        <div className="grid max-h-56 gap-3 overflow-y-auto rounded-md border border-control p-3">
          {groups.map(({ label: title, choices }) =>
            choices.length > 0 ? (
              <div className="grid gap-1" key={title}>
                <p className="text-xs text-faint">{title}</p>
                {choices.map((choice) => (
                  <label
                    className={`flex min-h-7 items-center gap-2.5 text-sm ${isWanted(choice) ? '' : 'hidden'}`}
                    key={choice.id}
                  >
                    <input
                      className="size-4 shrink-0 accent-airmail"
                      defaultChecked={chosen.has(choice.id)}
                      name={`${field.name}${listMark}${choice.id}`}
                      type="checkbox"
                      value={choice.id}
                    />
                    <span className="min-w-0 [overflow-wrap:anywhere]">
                      {choice.name === choice.id ? null : `${choice.name} `}
                      <span className="font-mono text-xs text-faint">{choice.id}</span>
                    </span>
                  </label>
                ))}
              </div>
            ) : null,
          )}
        </div>
      ) : null}
      {listed.length > 0 ? (
        <FoldedFields
          opens={others.length > 0 || Boolean(field.errors?.length)}
          summary="IDs that are not listed"
          summaryClassName="py-1 text-xs text-faint"
        >
          {typedIds}
        </FoldedFields>
      ) : (
        typedIds
      )}
      {hintId ? (
        <p className="text-xs text-faint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldErrors errors={field.errors} id={field.errorId} />
    </fieldset>
  );
}
