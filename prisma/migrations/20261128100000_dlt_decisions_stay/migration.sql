-- Drops on purpose: decisions stay when the owner of a header removes it, and hold if it is registered again.
ALTER TABLE "dlt_header_decisions" DROP CONSTRAINT "dlt_header_decisions_user_id_header_fkey";

ALTER TABLE "dlt_header_decisions" ADD CONSTRAINT "dlt_header_decisions_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "dlt_registries"("user_id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "dlt_header_decisions" VALIDATE CONSTRAINT "dlt_header_decisions_user_id_fkey";
