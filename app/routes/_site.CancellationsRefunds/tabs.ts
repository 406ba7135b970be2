/** The tabs of the page, selected by `?tab=`; the first one is the default. */
export const refundTabs = [
  { id: 'refund', label: 'Request Refund' },
  { id: 'cancel', label: 'Cancel Plan' },
] as const;

export type RefundTabId = (typeof refundTabs)[number]['id'];

/** The tab with this id, or the first one. */
export const findRefundTab = (id: string | null): RefundTabId =>
  refundTabs.find((tab) => tab.id === id)?.id ?? refundTabs[0].id;
