/** The tabs of the page; `?tab=` says which is open, and the first is without it. */
export const refundTabs = [
  { id: 'refund', label: 'Request Refund' },
  { id: 'cancel', label: 'Cancel Plan' },
] as const;

export type RefundTabId = (typeof refundTabs)[number]['id'];

/** The tab of that id, or the first. */
export const findRefundTab = (id: string | null): RefundTabId =>
  refundTabs.find((tab) => tab.id === id)?.id ?? refundTabs[0].id;
