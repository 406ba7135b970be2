type SendButtonProps = {
  children: string;
  sending: boolean;
  intent?: string;
  quiet?: boolean;
};

/** A button that submits the form of a console once. */
export function SendButton({ children, sending, intent, quiet = false }: SendButtonProps) {
  return (
    <button
      aria-disabled={sending}
      className={quiet ? 'button-quiet' : 'button-primary'}
      name={intent ? 'intent' : undefined}
      type="submit"
      value={intent}
    >
      {children}
    </button>
  );
}
