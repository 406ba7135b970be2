-- What was decided by a plan's name, or by its price, is said by its row.
ALTER TABLE "plans" ADD COLUMN     "has_all_features" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_contact_sales" BOOLEAN NOT NULL DEFAULT false;

UPDATE "plans" SET "is_contact_sales" = true WHERE "name" = 'Enterprise' OR "price_paise" = 0 AND NOT "is_default";
UPDATE "plans" SET "has_all_features" = true WHERE "name" = 'Pro';

-- Nothing is sold online for nothing.
ALTER TABLE "plans" ADD CONSTRAINT "plans_price" CHECK ("price_paise" > 0 OR "is_contact_sales" OR "is_default");
