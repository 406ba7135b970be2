import type { z } from 'zod';
import { evidenceInput, evidenceUpload } from '#domain/messaging/dlt/registry/inputs.browser.ts';

/** Evidence as JSON, or as a form with the file. */
type EvidenceBody = z.output<typeof evidenceInput> | z.output<typeof evidenceUpload>;

export const evidenceJson: z.ZodType<EvidenceBody> = evidenceInput;
export const evidenceForm: z.ZodType<EvidenceBody> = evidenceUpload;

/** The file, however it was sent. */
export const toFile = async (body: EvidenceBody) =>
  'file' in body
    ? { name: body.file.name, bytes: new Uint8Array(await body.file.arrayBuffer()) }
    : { name: body.name, bytes: Buffer.from(body.content, 'base64') };
