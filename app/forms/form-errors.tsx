/** The errors of a form as a whole, above its fields. */
export function FormErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p
      className="rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm text-bad"
      id={id}
      role="alert"
    >
      {errors.join(' ')}
    </p>
  );
}
