/** A user's initials in a circle, where there is no picture. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = picked.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-paper text-xs font-medium"
    >
      {letters.toUpperCase()}
    </span>
  );
}
