-- `tries` numbers the claims of an import and is never set back: what of them were lost is counted by itself.
ALTER TABLE "dlt_imports" ADD COLUMN "lost_runs" SMALLINT NOT NULL DEFAULT 0;
-- What an import has registered since belongs to it, whichever of its runs did it.
ALTER TABLE "dlt_imports" ADD COLUMN "registering_since" TIMESTAMPTZ(3);
