import { AvatarFallback } from './avatar-fallback.tsx';

type AvatarProps = {
  name: string;
  /** URL of the picture, or null. */
  image: string | null;
  /** Doubles the size. */
  large?: boolean;
};

/** A user's picture, or their initials. */
export function Avatar({ name, image, large = false }: AvatarProps) {
  if (image === null) return <AvatarFallback large={large} name={name} />;
  const side = large ? 64 : 32;
  return (
    <img
      alt=""
      className={`shrink-0 rounded-full border border-line ${large ? 'size-16' : 'size-8'}`}
      height={side}
      // Only the path: the page may have been reached under another host name than the URL's, and the content
      // policy allows pictures from the page's own host only.
      src={new URL(image).pathname}
      width={side}
    />
  );
}
