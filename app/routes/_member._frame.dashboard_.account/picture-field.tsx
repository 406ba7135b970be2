import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useState } from 'react';
import { Avatar } from '#app/components/avatar.tsx';
import { FieldErrors } from '#app/forms/field.tsx';
import { fileInputClasses } from '#app/forms/file-field.tsx';
import { avatarTypes } from '#domain/identity/accounts/avatar.browser.ts';
import { PicturePreview } from './picture-preview.tsx';

type PictureFieldProps = {
  field: FieldMetadata<File | undefined>;
  name: string;
  image: string | null;
};

/** A file field for the picture, with a preview before it is saved. */
export function PictureField({ field, name, image }: PictureFieldProps) {
  const [chosen, setChosen] = useState<File | null>(null);
  const hintId = `${field.id}-hint`;
  const { key, ...input } = getInputProps(field, { type: 'file' });
  const currentAvatar = <Avatar image={image} large name={name} />;
  const describedBy = [hintId, field.errors?.length ? field.errorId : null];
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor={field.id}>
        Picture
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {chosen ? <PicturePreview file={chosen} fallback={currentAvatar} /> : currentAvatar}
        <input
          {...input}
          accept={avatarTypes.join()}
          aria-describedby={describedBy.filter(Boolean).join(' ')}
          className={`flex-1 basis-56 ${fileInputClasses}`}
          key={key}
          onChange={({ target }) => setChosen(target.files?.[0] ?? null)}
        />
      </div>
      <FieldErrors id={field.errorId} errors={field.errors} />
      <p aria-live="polite" className="text-xs text-faint" id={hintId}>
        {chosen && !field.errors?.length
          ? 'Not saved yet. The picture is cropped to its centre.'
          : 'JPEG, PNG or WebP, at most 2 MiB. The picture is cropped to its centre.'}
      </p>
    </div>
  );
}
