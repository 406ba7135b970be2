import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Pixels of the preview, for a screen with two to a point. */
const side = 128;

type PicturePreviewProps = {
  file: File;
  /** What is shown while it is read, and where the browser cannot read it. */
  otherwise: ReactNode;
};

/**
 * The middle of a picture in a circle, as it would be kept. It is drawn, as the content policy lets no
 * page load what it made itself.
 */
export function PicturePreview({ file, otherwise }: PicturePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<File | null>(null);
  useEffect(() => {
    let current = true;
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (picture) => {
        if (current && canvas.current) {
          drawMiddle(canvas.current, picture);
          setDrawn(file);
        }
        picture.close();
      },
      // What the browser cannot read has no preview; whether we can is said when it is sent.
      () => setDrawn(null),
    );
    return () => {
      current = false;
    };
  }, [file]);
  const shown = drawn === file;
  return (
    <>
      {shown ? null : otherwise}
      <canvas
        aria-label="The picture that you chose"
        className="size-16 shrink-0 rounded-full border border-line"
        height={side}
        hidden={!shown}
        ref={canvas}
        role="img"
        width={side}
      />
    </>
  );
}

function drawMiddle(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const cut = Math.min(picture.width, picture.height);
  const [x, y] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, side, side);
  context?.drawImage(picture, x, y, cut, cut, 0, 0, side, side);
}
