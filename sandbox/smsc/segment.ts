/** One submit_sm as the network understood it. */
export type Segment = {
  /** Digits with the country code: `919876543210`. */
  to: string;
  from: string;
  text: string;
  dataCoding: number;
  /** Its place in a longer message; null when it stands alone. */
  part: SegmentPart | null;
  /** DLT ids (TCCCPR 2018), as text, where the submit carried them. */
  dlt: DltIds;
  /** user_message_reference, to be echoed in the receipt. */
  reference: number | null;
  /** registered_delivery, which says what receipts are wanted. */
  registeredDelivery: number;
};

export type SegmentPart = { reference: number; total: number; sequence: number };

export type DltIds = { entity: string | null; template: string | null; chain: string | null };
