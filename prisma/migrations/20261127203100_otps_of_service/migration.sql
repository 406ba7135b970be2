-- A service's codes by time, those of test numbers apart. Codes without a service cost nothing.
CREATE INDEX CONCURRENTLY otps_of_service ON otps (service_id, is_test, id) WHERE service_id IS NOT NULL;
