-- How many segments an account of the plan may send in a round of all accounts that are sending.
ALTER TABLE "plans" ADD COLUMN "delivery_weight" SMALLINT NOT NULL DEFAULT 1;
UPDATE "plans" SET "delivery_weight" = CASE "name" WHEN 'Basic' THEN 2 WHEN 'Pro' THEN 4 WHEN 'Enterprise' THEN 8 ELSE 1 END;

-- Above it, the turns of one account would be as long for the others as its backlog.
ALTER TABLE "plans" ADD CONSTRAINT "plans_delivery_weight" CHECK ("delivery_weight" BETWEEN 1 AND 100);
