import type { ComponentProps, ReactNode } from 'react';
import { ConfirmButton } from './confirm-button.tsx';

type DeleteButtonProps = Omit<
  ComponentProps<typeof ConfirmButton>,
  'label' | 'confirmLabel' | 'buttonClassName' | 'fields'
> & { fields?: Record<string, string> };

/** A button that deletes something after a confirmation, with the `intent` “delete”. */
export const DeleteButton = ({ fields, ...button }: DeleteButtonProps) => (
  <ConfirmButton
    {...button}
    buttonClassName="button-quiet text-bad"
    confirmLabel="Delete permanently"
    fields={{ ...fields, intent: 'delete' }}
    label="Delete"
  />
);

type DeleteCardProps = Pick<DeleteButtonProps, 'name' | 'fallback'> & {
  title: string;
  /** What the deletion ends, and what it does not. */
  text: string;
  /** The question. */
  children: ReactNode;
};

/** A card at the end of a page that deletes what the page is about. */
export function DeleteCard({ title, text, children, ...button }: DeleteCardProps) {
  return (
    <section
      aria-labelledby="delete-title"
      className="card flex flex-wrap items-center justify-between gap-3 px-5 py-4"
    >
      <div className="grid min-w-0 gap-1">
        <h3 className="text-sm font-medium" id="delete-title">
          {title}
        </h3>
        <p className="text-sm text-faint">{text}</p>
      </div>
      <DeleteButton {...button} above alignRight="@2xl" leavesPage>
        {children}
      </DeleteButton>
    </section>
  );
}
