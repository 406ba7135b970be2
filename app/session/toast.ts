/** A short notice on what has just been done, or could not be. */
export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message?: string;
};

/** What the next page is told, once. */
export type Flash = {
  toast: Toast;
  /** Where the visitor is taken two seconds later. */
  next?: string;
};
