/** What a tab may want to know of the request. */
export type Asked = {
  /** The words behind `?`: filters, and what is selected. */
  search: URLSearchParams;
  /** Where it comes from, as limits count it. */
  clientAddress: string;
  /** Where it comes from: the address itself, or empty. */
  exactAddress: string;
  /** Answers with this HTTP status, where it is not 200. */
  answerWith: (status: number) => void;
};
