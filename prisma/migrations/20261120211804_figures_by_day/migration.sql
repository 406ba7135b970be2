-- CreateIndex
CREATE INDEX "daily_figures_day_idx" ON "daily_figures"("day");
