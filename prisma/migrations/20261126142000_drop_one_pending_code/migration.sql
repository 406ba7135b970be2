-- Drops on purpose: a number may have a pending code of each service; otps_one_pending_of_service keeps it to one of each.
DROP INDEX CONCURRENTLY otps_one_pending;
