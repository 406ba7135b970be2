import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Avatar } from '#app/components/icons.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { IntentButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, FieldErrors, fileInputClasses } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import {
  avatarInput,
  avatarTypes,
  profileFields,
} from '#domain/identity/accounts/contract.browser.ts';

/** The profile form: name, email address and picture. */
export function Profile({ hasPassword }: { hasPassword: boolean }) {
  const { name, email, image } = useSignedInUser();
  const { form, fields } = useValidatedForm({
    id: 'profile',
    schema: profileForm,
    defaultValue: { name, email },
  });
  return (
    <TitledCard heading="h2" id="profile" title="Profile">
      <ValidatedForm
        className="grid gap-5 p-5"
        encType="multipart/form-data"
        fallback={fallbacks.profile}
        form={form}
        intent="profile"
      >
        {/* The file comes last, because an oversized form is parsed only up to the limit. */}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field autoComplete="name" field={fields.name} label="Full Name" />
          <Field autoComplete="email" field={fields.email} label="Email" type="email" />
          {hasPassword ? (
            <Field
              autoComplete="current-password"
              field={fields.password}
              hint="Only needed to change your email address"
              label="Your password"
              type="password"
            />
          ) : null}
        </div>
        <PictureField field={fields.picture} image={image} key={image} name={name} />
        <SubmitLine busy="Saving...">Save Changes</SubmitLine>
      </ValidatedForm>
      <PendingEmail />
      {image ? (
        <Form className="border-t border-line px-5 py-3" method="post" preventScrollReset>
          <IntentButton value="remove-picture">Remove picture</IntentButton>
        </Form>
      ) : null}
    </TitledCard>
  );
}

/**
 * The email address that is waiting for confirmation, with buttons to resend the link or cancel the change.
 */
function PendingEmail() {
  const { email, pendingEmail } = useSignedInUser();
  if (pendingEmail === null) return null;
  return (
    <Form
      aria-label="Change of the email address"
      className="grid gap-3 border-t border-line px-5 py-4"
      method="post"
      preventScrollReset
    >
      <p className="text-sm [overflow-wrap:anywhere]">
        To confirm <strong className="font-medium">{pendingEmail}</strong>, open the link that we
        emailed to this address. Until then, your address is {email}.
      </p>
      <div className="flex flex-wrap gap-2">
        <IntentButton value="resend-email-change">Send the link again</IntentButton>
        <IntentButton value="cancel-email-change">Cancel the change</IntentButton>
      </div>
    </Form>
  );
}

type PictureFieldProps = {
  field: FieldMetadata<File | undefined>;
  name: string;
  image: string | null;
};

/** A file field for the picture, with a preview before it is saved. */
function PictureField({ field, name, image }: PictureFieldProps) {
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

/** Size of the preview in pixels, for displays with two device pixels per CSS pixel. */
const side = 128;

type PicturePreviewProps = {
  file: File;
  /** Shown until the file has been read, or if the browser cannot read it. */
  fallback: ReactNode;
};

/**
 * Shows the centre of a picture in a circle, as it would be saved. Uses a canvas, because the content security policy blocks
 * blob URLs.
 */
function PicturePreview({ file, fallback }: PicturePreviewProps) {
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
      // If the browser cannot read the file, there is no preview. The server checks the file on submit.
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

/**
 * The profile form: name and email address, the password if the address changes, and optionally a new
 * picture.
 */
export const profileForm = profileFields
  .required({ name: true, email: true })
  .extend({ picture: avatarInput.optional() });
