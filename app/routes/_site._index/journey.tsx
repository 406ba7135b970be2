/**
 * The status changes of a successful message with the sandbox carrier. Times are from one run; the time at
 * which a worker claims a message is not recorded.
 */
const steps = [
  { state: 'queued', at: '16:21:38.549', note: 'Stored in the database. This is what 202 means.' },
  { state: 'submitting', at: 'in between', note: 'Exactly one worker is sending it.' },
  { state: 'sent', at: '16:21:38.613', note: 'The carrier accepted it and gave it an id.' },
  { state: 'delivered', at: '16:21:38.870', note: 'The carrier’s receipt: DELIVRD 000.' },
] as const;

/** The delivery steps of an example message. */
export function Journey() {
  return (
    <div className="grid gap-6 border-t border-line px-4 pt-4 pb-6">
      <p className="flex flex-wrap justify-between gap-x-4 font-mono text-xs">
        delivery of msg_01M7WW6X…
        <span className="text-faint">an example, with the sandbox carrier</span>
      </p>
      <ol className="grid font-mono text-xs max-md:border-l md:grid-cols-4 md:border-t border-control">
        {steps.map(({ state, at, note }) => (
          <li
            className="relative pr-4 before:absolute before:bg-ink max-md:pb-5 max-md:pl-4 max-md:last:pb-0 max-md:before:top-2 max-md:before:-left-1 max-md:before:h-px max-md:before:w-2 md:pt-4 md:before:-top-1 md:before:left-0 md:before:h-2 md:before:w-px"
            key={state}
          >
            <span className={state === 'delivered' ? 'font-medium text-good' : 'font-medium'}>
              {state}
            </span>
            <span className="block text-faint">{at}</span>
            <span className="mt-1 block font-sans text-faint">{note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
