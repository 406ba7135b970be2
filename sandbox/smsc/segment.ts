/** A submit_sm as parsed by the network. */
export type Segment = {
  /** Digits with the country code: `919876543210`. */
  to: string;
  from: string;
  text: string;
  dataCoding: number;
  /** Its position in a longer message; null for a single segment. */
  part: SegmentPart | null;
  /** DLT ids (TCCCPR 2018) of the submit. */
  dlt: DltIds;
  /** user_message_reference, echoed in the receipt. */
  reference: number | null;
  /** registered_delivery: which receipts are requested. */
  registeredDelivery: number;
};

export type SegmentPart = { reference: number; total: number; sequence: number };

export type DltIds = { entity: string | null; template: string | null; chain: string | null };
