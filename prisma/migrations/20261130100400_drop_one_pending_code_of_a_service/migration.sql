-- Drops on purpose: a test key may have a pending code beside a live key's; otps_one_pending_of_mode keeps it to one of each.
DROP INDEX CONCURRENTLY otps_one_pending_of_service;
