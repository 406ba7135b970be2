-- Payment anomalies of the kind foreign_order get the words of today's.
INSERT INTO "background_migrations" ("id") VALUES ('reword_foreign_orders');
