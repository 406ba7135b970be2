/** Submits a form without fields. @param value what the action does, its `intent` */
export const IntentButton = ({ value, children }: { value: string; children: string }) => (
  <button className="button-quiet" name="intent" type="submit" value={value}>
    {children}
  </button>
);
