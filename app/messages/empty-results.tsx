type EmptyResultsProps = {
  /** The filter is invalid. */
  faulty: boolean;
  filtered: boolean;
  /** There are older messages, which this page did not look at. */
  goesOn: boolean;
};

/** Shown in place of the table when this page has no messages. */
export function EmptyResults(props: EmptyResultsProps) {
  const { title, text } = describe(props);
  return (
    <section className="card grid justify-items-start gap-2 p-6">
      <h2 className="font-medium">{title}</h2>
      <p className="text-sm text-faint">{text}</p>
    </section>
  );
}

function describe({ faulty, filtered, goesOn }: EmptyResultsProps) {
  if (faulty) {
    return { title: 'Invalid filter', text: 'Please correct the filter above.' };
  }
  if (goesOn) {
    const text = '“Older” looks through the next 10,000. A shorter time finds them sooner.';
    return { title: 'No message matches among 10,000', text };
  }
  if (filtered) {
    const text = 'Change the filter above, or clear it to see all of them.';
    return { title: 'No message matches', text };
  }
  return { title: 'No older messages', text: 'This is the end of the list.' };
}
