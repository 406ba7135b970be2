import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Size of the preview in pixels, for displays with two device pixels per CSS pixel. */
const side = 128;

type PicturePreviewProps = {
  file: File;
  /** Shown until the file is read, and if the browser cannot read it. */
  fallback: ReactNode;
};

/**
 * The centre of a picture in a circle, as it would be saved. Drawn on a canvas, as the content security
 * policy blocks blob URLs.
 */
export function PicturePreview({ file, fallback }: PicturePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<File | null>(null);
  useEffect(() => {
    let current = true;
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (picture) => {
        if (current && canvas.current) {
          drawCentre(canvas.current, picture);
          setDrawn(file);
        }
        picture.close();
      },
      // The browser cannot read the file, so there is no preview; the server checks it on submit.
      () => setDrawn(null),
    );
    return () => {
      current = false;
    };
  }, [file]);
  const shown = drawn === file;
  return (
    <>
      {shown ? null : fallback}
      <canvas
        aria-label="The selected picture"
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

function drawCentre(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  const cut = Math.min(picture.width, picture.height);
  const [x, y] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, side, side);
  context?.drawImage(picture, x, y, cut, cut, 0, 0, side, side);
}
