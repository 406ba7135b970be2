/** Warns that the monthly message limit is reached. */
export function LimitReachedNotice() {
  return (
    <section
      aria-labelledby="limit-reached"
      className="grid gap-1 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm"
    >
      <h2 className="font-medium text-bad" id="limit-reached">
        Usage Limit Reached
      </h2>
      <p>
        You have reached your monthly message limit. Please consider upgrading your plan to continue
        sending.
      </p>
    </section>
  );
}
