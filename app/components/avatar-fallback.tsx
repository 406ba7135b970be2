type AvatarFallbackProps = {
  name: string;
  /** Doubles the size. */
  large?: boolean;
};

export function AvatarFallback({ name, large = false }: AvatarFallbackProps) {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = picked.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center rounded-full border border-line bg-paper font-medium ${large ? 'size-16 text-lg' : 'size-8 text-xs'}`}
    >
      {letters.toUpperCase()}
    </span>
  );
}
