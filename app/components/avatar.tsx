type AvatarProps = {
  name: string;
  /** URL of the picture, or null. */
  image: string | null;
  /** Doubles the size. */
  large?: boolean;
};

/** A user's picture, or the user's initials. */
export function Avatar({ name, image, large = false }: AvatarProps) {
  if (image === null) return <AvatarFallback large={large} name={name} />;
  const side = large ? 64 : 32;
  return (
    <img
      alt=""
      className={`shrink-0 rounded-full border border-line ${large ? 'size-16' : 'size-8'}`}
      height={side}
      // Uses only the path: the page may have been opened under another host name than the picture's URL has, and the
      // content security policy allows pictures only from the page's own host.
      src={new URL(image).pathname}
      width={side}
    />
  );
}

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
