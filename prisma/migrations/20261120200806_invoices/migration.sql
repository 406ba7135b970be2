-- CreateTable
CREATE TABLE "invoices" (
    "order_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "total_paise" INTEGER NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "invoice_series" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "invoice_series_pkey" PRIMARY KEY ("year")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");

-- By hand: what must never be.
ALTER TABLE "invoices"
    ADD CONSTRAINT "invoices_number_length" CHECK (length(number) <= 16),
    ADD CONSTRAINT "invoices_total" CHECK (total_paise > 0);
