/** What is wrong with a form as a whole, above its fields. */
export function FormErrors({ id, faults }: { id: string; faults: string[] | undefined }) {
  if (!faults?.length) return null;
  return (
    <p
      className="rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm text-bad"
      id={id}
      role="alert"
    >
      {faults.join(' ')}
    </p>
  );
}
