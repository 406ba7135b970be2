import { AvatarFallback } from './avatar-fallback.tsx';

type PortraitProps = {
  name: string;
  /** URL of the picture, or null. */
  image: string | null;
  /** Twice as wide. */
  large?: boolean;
};

/** A user in a circle: the picture, or the initials where there is none. */
export function Avatar({ name, image, large = false }: PortraitProps) {
  if (image === null) return <AvatarFallback large={large} name={name} />;
  const side = large ? 64 : 32;
  return (
    <img
      alt=""
      className={`shrink-0 rounded-full border border-line ${large ? 'size-16' : 'size-8'}`}
      height={side}
      // The page may be known by another name of ours than the URL has, and shows pictures of its own only.
      src={new URL(image).pathname}
      width={side}
    />
  );
}
