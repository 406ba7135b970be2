-- Grows with each change of a message's state, so that receivers of events can order them (docs/decisions/066).
ALTER TABLE "messages" ADD COLUMN "version" SMALLINT NOT NULL DEFAULT 0;
