export const deleteWarning = (name: string) => (
  <>
    Delete <strong className="font-medium">{name}</strong>? Programs that use this key will stop
    working, and it cannot be restored. Messages sent with it are kept.
  </>
);
