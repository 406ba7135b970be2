/** A short message about the result of an action. */
export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message?: string;
};

/** Shown once, on the next page. */
export type Flash = {
  toast: Toast;
  /** Path to redirect to two seconds later. */
  next?: string;
};
